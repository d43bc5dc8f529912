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
