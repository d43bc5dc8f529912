import pytest

from accounts.names.look_alikes import skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"),
        ("Ana", "Аnа"),
        ("Ana", "ΑΝΑ"),
        ("Ana", "Aná!"),
        ("Ana", " A n a "),
        ("Ana", "𝒜𝓃𝒶"),
        ("Ana", "Ⓐⓝⓐ"),
        ("Ana", "🅰🅽🅰"),
        ("Ana", "🇦🇳🇦"),
        ("Ana", "ᴀɴᴀ"),
        ("Ana", "ꭺna"),
        ("Bob", "B0b"),
        ("Bob", "Воb"),
        ("Lili", "Iiii"),
        ("Lili", "|1l1"),
        ("Emma", "Ernrna"),
        ("Will", "VViII"),
        ("Łucja", "Lucja"),
        ("İpek", "ipek"),
        ("Straße", "STRASSE"),
        ("Player 10", "Player ١٠"),
        ("Хосе", "Xoce"),
        ("Ana", "Anaʼ"),
        ("Ana", "Ana\u0345"),
        ("Ana", "Anaꞌ"),
        ("Ana", "Ana\ufffc"),
        ("Đana", "Ðana"),
        ("Đana", "Ɖana"),
        ("Sam", "Տam"),
    ],
)
def test_that_look_alike_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "Anna"), ("Bob", "Rob"), ("Ana 2", "Ana 3"), ("Ana 🦩", "Ana 🐢"), ("Иван", "Олег"), ("!!!", "???")],
)
def test_that_differ_have_different_skeletons(one, other):
    assert skeleton(one) != skeleton(other)
