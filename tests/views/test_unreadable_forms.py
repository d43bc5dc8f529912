"""A form that cannot be read is refused in the same way wherever it is sent."""

import pytest

FILE = b'--edge\r\nContent-Disposition: form-data; name="x"; filename="a"\r\n\r\n4\r\n--edge--\r\n'
EDGED = "multipart/form-data; boundary=edge"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/no-such-page/", "/my-games/", "/play-now/", "/accounts/login/"])
@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (FILE, EDGED, 413),
        (b"x", "multipart/form-data", 400),
        (b"x=1&" * 1001, "application/x-www-form-urlencoded", 413),
    ],
    ids=["a file", "without a boundary", "too many fields"],
)
def test_it_is_refused_as_such_everywhere(client, path, body, content_type, status):
    client.raise_request_exception = False
    assert client.post(path, body, content_type=content_type).status_code == status
