from factory import Faker, LazyAttribute, Sequence
from factory.django import DjangoModelFactory

from accounts.models import User


class UserFactory(DjangoModelFactory):
    class Meta:
        model = User

    username = Sequence(lambda number: f"player{number}")
    display_name = Faker("first_name")
    email = LazyAttribute(lambda user: f"{user.username}@example.com")
