"""What programs send and are answered. Views, events and actions of games have types of their own: see shapes.py."""

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, WithJsonSchema

from games.bots import bot_names
from games.rules import GAMES

AnyAction = Annotated[dict[str, Any], WithJsonSchema({"x-ref": "Action"})]
AnyEvent = Annotated[dict[str, Any], WithJsonSchema({"x-ref": "Event"})]
AnyView = Annotated[dict[str, Any], WithJsonSchema({"x-ref": "View"})]
Moment = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]
AnyMessage = Annotated[dict[str, Any], WithJsonSchema({"x-ref": "StreamMessage"})]
AnyObject = Annotated[dict[str, Any], WithJsonSchema({"type": "object", "additionalProperties": True})]

Scopes = list[Literal["read", "play", "tables"]]


class Sent(Schema):
    """Exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Error(Schema):
    code: str = Field(description="What was wrong, in the house's own words: it never changes its meaning.")
    error_code: Literal[
        "INVALID_PLAYER_COUNT",
        "INVALID_BID_AMOUNT",
        "PLAYER_NOT_ACTIVE",
        "INVALID_GAME_PHASE",
        "INSUFFICIENT_FUNDS",
        "CARD_NOT_FOUND",
        "GAME_NOT_FOUND",
        "AUCTION_TIMEOUT",
    ] = Field(description="Which of eight kinds of errors that is.")
    message: str = Field(description="A sentence for people, in the language that was asked for.")
    can_retry: bool = Field(description="Whether the same intention may succeed later or in another form.")
    suggestion: str
    context: AnyObject


# People


class NewGuest(Sent):
    name: str = Field(default="", max_length=400, description="The site finds a name if there is none.")


class Person(Schema):
    name: str
    username: str
    is_guest: bool


class Guest(Schema):
    token: str = Field(description="Shown this once.")
    scopes: Scopes
    me: Person


class Me(Schema):
    me: Person
    scopes: Scopes
    waiting: int = Field(description="How many games wait for you.")


# Games


class OptionInfo(Schema):
    name: str
    label: str
    help: str
    default: bool


class GameInfo(Schema):
    game: str
    name: str
    about: str
    rules_version: int
    min_players: int
    max_players: int
    options: list[OptionInfo]
    bots: list[str] = Field(description="From the weakest to the strongest.")
    action_schema: AnyObject = Field(description="JSON Schema of an action.")
    rules: str = Field(description="The address of the rules for people.")


class GamesInfo(Schema):
    games: list[GameInfo]
    clocks: list[int | None] = Field(description="Seconds a turn may last.")
    banks: list[int | None] = Field(description="Seconds of a time bank, for turns of hours or days.")
    on_timeout: list[str]
    paces: list[str]


# Tables


class NewTable(Sent):
    model_config = ConfigDict(
        json_schema_extra={
            "example": {"game": GAMES[0].slug, "players": list(bot_names(GAMES[0].slug)[1:3]), "clock": 60}
        }
    )

    game: str = Field(max_length=40)
    players: list[Annotated[str, Field(max_length=400)]] = Field(
        default=[],
        max_length=20,
        description="The others: the id of a bot is a bot; any other name is a seat that is kept under it, with an "
        "invitation in the answer. Your own name may be among them.",
    )
    options: dict[str, bool] = Field(default={}, description="Those that GET games lists; as usual where left out.")
    size: int | None = Field(default=None, description="Seats; as many as there are players unless given.")
    clock: int | None = Field(
        default=None, description="Seconds for a turn, as many as one of `clocks` in GET games; none without."
    )
    bank: int | None = Field(default=None, description="One of `banks` there, for turns of hours or days.")
    on_timeout: Literal["pass", "bot", "vote"] = "pass"
    public: bool = False
    watchable: bool = True
    rated: bool = True
    bot_pace: Literal["quick", "human", "leisurely"] = "human"
    hurry: bool = Field(
        default=False,
        description="Bots finish within 3 s what no person can act in any more; with one person, they always do.",
    )
    deal: str = Field(default="", max_length=200, description="The code of a deck that other tables play, too.")


class Invitation(Sent):
    invitation: str = Field(max_length=500, description="The link, or what stands at its end.")


class SeatInfo(Schema):
    seat: int
    name: str
    username: str | None
    is_guest: bool
    bot: str | None = Field(description="The kind of bot that plays now.")
    substituted: bool = Field(description="Whether a bot plays for somebody who went away.")
    is_you: bool
    is_host: bool
    bank_left: int | None


class KeptSeatInfo(Schema):
    name: str
    invitation: str | None = Field(description="For the host alone.")


class TableSummary(Schema):
    id: str
    game: str
    name: str
    status: Literal["waiting", "running", "paused", "errored", "finished", "aborted", "closed"]
    public: bool
    size: int
    free: int
    seats: list[SeatInfo]
    your_seat: int | None
    your_turn: bool
    turn_seconds: int | None
    rated: bool
    deadline: Moment | None
    url: str


class AbsentInfo(Schema):
    seat: int
    votes: int
    needed: int


class TableInfo(TableSummary):
    version: int
    number: int = Field(description="That of the latest event.")
    action_count: int
    turn: int | None
    watchable: bool
    options: dict[str, bool]
    bank_seconds: int | None
    on_timeout: Literal["pass", "bot", "vote"]
    bot_pace: Literal["quick", "human", "leisurely"]
    hurry: bool
    kept: list[KeptSeatInfo]
    invitation: str | None = Field(description="For those who sit there, while there are seats.")
    absent: AbsentInfo | None = Field(description="Whoever is gone while everybody waits for them.")
    rematch: str | None
    seal: str
    started_at: Moment | None
    ended_at: Moment | None


class Tables(Schema):
    tables: list[TableSummary]


class Left(Schema):
    game: str
    left: Literal[True] = True


class Vote(Sent):
    seat: int


# Playing


class AvailableActionInfo(Schema):
    type: str
    enabled: bool
    reason: str | None


class PendingChoiceInfo(Schema):
    id: str = Field(description="Of this decision: sent with the answer, it is played once and for nothing else.")
    kind: str
    prompt: str
    cards: list[str | int]
    least_bid: int | None
    least_added: int | None
    seconds: int | None = Field(description="How long such a decision may take.")
    seconds_left: float | None = Field(description="A little more than that while people are shown what has ended.")


class UiState(Schema):
    current_phase: str
    is_my_turn: bool
    available_actions: list[AvailableActionInfo]
    pending_choice: PendingChoiceInfo | None
    current_bid_total: int | None
    remaining_money: int | None
    status: int | float | None
    projected_status: int | float | None = Field(description="With the card that is on the table.")


class StateInfo(Schema):
    game: str
    status: str
    version: int = Field(description="Sent with an action, it says which table you were looking at.")
    number: int = Field(description="That of the latest event in this.")
    seat: int | None
    deadline: Moment | None
    view: AnyView | None
    ui: UiState


class NewAction(Sent):
    model_config = ConfigDict(json_schema_extra={"example": {"version": 7, "key": "once", "action": {"kind": "pass"}}})

    version: int
    key: str = Field(description="Makes it one of a kind: the same key again plays nothing more.")
    action: AnyAction


class Choosing(Sent):
    choice: str | None = Field(default=None, max_length=20, description="The id of the pending choice that it answers.")
    version: int | None = Field(default=None, description="Instead of the choice.")
    key: str = ""


class Bid(Choosing):
    model_config = ConfigDict(json_schema_extra={"example": {"choice": "7", "cards": [1000]}})

    cards: list[int] | None = Field(default=None, description="Money cards, by their value.")
    amount: int | None = Field(default=None, description="In games without money cards, the whole bid; 0 is a pass.")


class Pass(Choosing):
    pass


class Selection(Choosing):
    choice: str = Field(max_length=20)
    card: str = Field(max_length=80)


class ActionAnswer(Schema):
    success: bool
    error: Error | None
    state: StateInfo | None


class LegalActions(Schema):
    version: int
    total: int
    actions: list[AnyAction]
    next_offset: int | None


class Events(Schema):
    events: list[AnyEvent]
    number: int = Field(description="Ask for what comes after this next time.")
    more: bool


class Messages(Schema):
    messages: list[AnyMessage] = Field(description="Events, and what else a stream tells.")
    after: str = Field(description="Ask for what comes after this next time.")
    more: bool = Field(description="Whether there was too much for one answer.")


class NewMessage(Sent):
    text: str = Field(max_length=4000)
    key: str


class MessageInfo(Schema):
    id: int
    name: str
    text: str
    at: Moment
    mentions_you: bool


class Lines(Schema):
    messages: list[MessageInfo]
