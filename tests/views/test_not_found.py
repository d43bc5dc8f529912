from pytest_django.asserts import assertContains


def test_says_so_and_shows_the_way_home(client):
    response = client.get("/nowhere/")
    assertContains(response, "There is no such page", status_code=404)
    assertContains(response, 'href="/"', status_code=404)
