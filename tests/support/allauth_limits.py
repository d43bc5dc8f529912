"""How much allauth's limits allow, as the settings say."""

from allauth.account import app_settings


def most_forms(action: str) -> int:
    """How many forms of that kind one address may send in a minute."""
    by_address = next(rate for rate in app_settings.RATE_LIMITS[action].split(",") if rate.endswith("/m/ip"))
    return int(by_address.partition("/")[0])
