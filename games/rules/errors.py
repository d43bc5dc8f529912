"""What goes wrong, with a stable code for programs and a sentence for people."""


class RuleViolation(ValueError):
    """Base of everything the rules refuse. `code` never changes its meaning; `message` is for a person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class IllegalAction(RuleViolation):
    """What a player, or whoever sets up a game, asked for is against the rules; nothing has changed."""


InvalidAction = IllegalAction
"""The same by another name."""


class InvalidState(RuleViolation):
    """Somebody tried to build a card, a player or a position that cannot exist."""


class UnknownGame(RuleViolation, LookupError):
    """No game, or no version of it, goes by that name."""


def malformed(message: str) -> IllegalAction:
    return IllegalAction("malformed_action", message)


def require(holds: bool, why: str) -> None:
    """Refuse to build a state that cannot be."""
    if not holds:
        raise InvalidState("invalid_state", why)
