import pytest
from channels.testing import HttpCommunicator

pytestmark = pytest.mark.django_db(transaction=True)


async def test_no_client_decides_where_the_site_lives():
    # Loading the application reads the settings of the test.
    from hsweb.asgi import application

    asked = HttpCommunicator(application, "GET", "/", headers=[(b"host", b"localhost")])
    asked.scope["root_path"] = "https://evil.example"

    answer = await asked.get_response(timeout=20)
    await asked.send_input({"type": "http.disconnect"})
    await asked.wait(timeout=20)
    assert answer["status"] == 200
    assert b"evil.example" not in answer["body"]


async def answer_to(*headers):
    from hsweb.asgi import application

    asked = HttpCommunicator(application, "POST", "/play-now/", b"game=x", [(b"host", b"localhost"), *headers])
    answer = await asked.get_response(timeout=20)
    await asked.send_input({"type": "http.disconnect"})
    await asked.wait(timeout=20)
    return answer["status"]


@pytest.mark.parametrize(
    "content_type", [b"x; charset*=nonsense''x", b"text/plain; charset*=undefined''%41", b"text/plain; charset=a\0b"]
)
async def test_content_type_that_cannot_be_read_is_none(content_type):
    assert await answer_to((b"content-type", content_type)) == 403


@pytest.mark.parametrize(
    "cookie", [rb'sessionid="\000aaaaaaaaaa"', b"sessionid=%00", b"sessionid=\xff\xfe", b"sessionid=;;="]
)
async def test_session_that_cannot_be_read_is_none(cookie):
    assert await answer_to((b"cookie", cookie)) == 403
