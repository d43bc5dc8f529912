import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.names.look_alikes import skeleton
from accounts.names.validation import clean_display_name, distinct_names, username_validators


def run_validators(username):
    for validate in username_validators:
        validate(username)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Ana", "Ana"),
        ("  Ana   Maria ", "Ana Maria"),
        ("Ａｎａ", "Ana"),
        ("Jürgen", "Jürgen"),
        ("Łucja 🦩", "Łucja 🦩"),
        ("x" * 40, "x" * 40),
        ("Ana \u2764\ufe0f", "Ana \u2764"),
        ("Nguy\u1ec5n", "Nguy\u1ec5n"),
        ("สุ้ย", "สุ้ย"),
        ("हिन्दी", "हिन्दी"),
        ("نور", "نور"),
        ("🦩", "🦩"),
        ("Ana 🇩🇪", "Ana 🇩🇪"),
        ("J. P. Morgan", "J. P. Morgan"),
        ("St. John", "St. John"),
        ("Ana Jr.", "Ana Jr."),
        ("Ana!", "Ana!"),
        ("Who? 🦩", "Who? 🦩"),
        ("Talbot Abbott", "Talbot Abbott"),
        ("Badminton Bothwell", "Badminton Bothwell"),
        ("Younes Youssef", "Younes Youssef"),
        ("Kaʻiulani", "Kaʻiulani"),
        ("佐々木", "佐々木"),
        ("ユーリ", "ユーリ"),
        ("김유나", "김유나"),
        ("Αθηνά", "Αθηνά"),
        ("Ольга", "Ольга"),
        ("ነጋ", "ነጋ"),
        ("გია", "გია"),
        ("שרה", "שרה"),
        ("李明٢", "李明٢"),
        ("Kenji 健", "Kenji 健"),
        ("DJ Дима", "DJ Дима"),
    ],
)
def test_have_one_normal_spelling(raw, clean):
    assert clean_display_name(raw) == clean


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("...", "empty"),
        ("\u0301\u0302", "empty"),
        ("\ufe0f", "empty"),
        ("\u3164", "invisible"),
        ("\u2800", "invisible"),
        ("Ana\u034f", "invisible"),
        ("Ana\u115f", "invisible"),
        ("Ana\u17b4", "invisible"),
        ("Ana\U0001d159", "invisible"),
        ("Ana\U000e0100", "invisible"),
        ("Ana\U000e0041", "invisible"),
        ("Ana\u3164", "invisible"),
        ("Ana\uffa0", "invisible"),
        ("Ana\u00ad", "invisible"),
        ("Ana\ufffc", "invisible"),
        ("\ufffc\ufffc", "invisible"),
        ("ad\ufffcmin", "invisible"),
        ("Ana\ufffd", "invisible"),
        ("Adminʼ", "reserved"),
        ("Youʹ", "reserved"),
        ("Տam", "mixed"),
        ("Аna", "mixed"),
        ("Ana Вob", "mixed"),
        ("A\u0335\u0336\u0337na", "marks"),
        ("Former player", "reserved"),
        ("Compte supprimé", "reserved"),
        ("vous", "reserved"),
        ("Lady Lark (robot)", "reserved"),
        ("Modératrice", "reserved"),
        ("f0rrner  pIayer!", "reserved"),
        ("Fоrmеr рlауеr", "reserved"),
        ("HSWEB", "reserved"),
        ("Adm1n", "reserved"),
        ("A\u200bna", "invisible"),
        ("A\x00na", "invisible"),
        ("A\u202ena", "invisible"),
        ("A\nna", "invisible"),
        ("A\ue000na", "invisible"),
        ("A\ud800na", "invisible"),
        ("x" * 41, "long"),
        ("ﷺ" * 20, "long"),
        ("The admin Bob paused the game. Ana", "reserved"),
        ("Bob paused the game. Ana", "sentences"),
        ("Paused! Ana", "sentences"),
        ("Paused?) (Ana", "sentences"),
        ("Hmm... Ana", "sentences"),
        ("The game ends。 Ana", "sentences"),
        ("Lady Lark (bot)", "reserved"),
        ("Lady Lark(b0t)", "reserved"),
        ("Lark [ad\u0301min]", "reserved"),
        ("Lark(ad\u0301min)", "reserved"),
        ("Lark_admin", "reserved"),
        ("Site a-d-m-i-n", "reserved"),
        ("A d m i n", "reserved"),
        ("Site 🅰🅳🅼🅸🅽", "reserved"),
        ("Admin2", "reserved"),
        ("admin🦩", "reserved"),
        ("An admin", "reserved"),
        ("Site аdmіn", "reserved"),
        ("Adrnin team", "reserved"),
        ("moderators", "reserved"),
        ("The Administrators", "reserved"),
        ("The table", "reserved"),
        ("You", "reserved"),
        ("y0u!", "reserved"),
        ("Somebody", "reserved"),
        ("A bot", "reserved"),
        ("Bots", "reserved"),
        ("System", "reserved"),
        ("Staff", "reserved"),
        ("Former player 2", "reserved"),
        ("Former players", "reserved"),
        ("ꓮꓠꓮ", "script"),
        ("ᗅna", "script"),
        ("𐊠na", "script"),
        ("Ꭺna", "script"),
        ("Ana 𐒠", "script"),
        ("ⲁna", "script"),
        ("🇦🇩🇲🇮🇳", "flags"),
        ("Ana 🇧🇴🇹", "flags"),
        ("🇦 🇩 🇲 🇮 🇳", "reserved"),
    ],
)
def test_that_nobody_could_read_are_refused(raw, code):
    with pytest.raises(ValidationError) as refusal:
        clean_display_name(raw)
    assert refusal.value.code == code


@pytest.mark.parametrize("username", ["ana", "Ana.Maria", "a+b-c_d", "Łucja", "7"])
def test_of_users_may_be_plain(username):
    run_validators(username)


@pytest.mark.parametrize(
    "username",
    [
        "",
        ".",
        "..",
        "a b",
        "a/b",
        "ana@example.org",
        "a\x00",
        "guest-1",
        "Deleted-1",
        "x" * 31,
        "a\n",
        "a\u3164",
        "a\u1160",
        "adrnin",
        "site.admin",
        "lark-bot",
        "lark_b0t",
        "superuser",
        "SUPERU5ER".replace("5", "ѕ"),
        "staff",
        "Stаff",
        "root",
        "r00t",
        "ꓮꓠꓮ",
        "ᗅna",
    ],
)
def test_of_users_fit_into_an_address(username):
    with pytest.raises(ValidationError):
        run_validators(username)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ([], []),
        (["Ana", "Ben"], ["Ana", "Ben"]),
        (["Ana", "Ana"], ["Ana", "Ana (2)"]),
        (["Ana", "АNА", "Ben", "ana"], ["Ana", "АNА (2)", "Ben", "ana (3)"]),
        (["Ana", "Ana", "Ana (2)"], ["Ana", "Ana (2)", "Ana (2) (2)"]),
        (["Ana (2)", "Ana", "Ana"], ["Ana (2)", "Ana", "Ana (3)"]),
        (["", ""], ["", " (2)"]),
    ],
)
def test_at_one_table_are_told_apart(names, shown):
    assert distinct_names(names) == shown


@given(st.lists(st.text("aаA0oОiI|l1 ()2rnm", max_size=6), max_size=8))
def test_at_one_table_never_look_alike(names):
    shown = distinct_names(names)
    assert len(shown) == len(names)
    assert len(set(map(skeleton, shown))) == len(names)
    assert all(new.startswith(old) for old, new in zip(names, shown, strict=True))
