"""Every word of the game API that a specification describes has its place here: the table in docs/api.md says where."""

import re

import pytest

from games.api.application import PREFIX
from games.api.errors import ERROR_CODES, KNOWN
from games.queries.game_file.schema import NEWEST, VERSIONS, fields_of
from games.rules import Rules, find_rules
from games.rules.auction_rules import AuctionRules
from games.rules.server import GameServer
from games.tableau import tableau_of
from games.tableau.seat_state import FINISHED, SCORING, SETUP
from tests.support.programs import description
from tests.tools.openapi import FILE

PAGE = FILE.parent / "api.md"
CODE = re.compile(r"`([^`]+)`")

NAMED = {
    "GameAPI": "createGame joinGame getGameState placeBid passAuction selectCard subscribeToGameEvents",
    "CreateGameRequest.": "playerNames gameOptions",
    "BidRequest.": "moneyCardIds",
    "CardSelectionRequest.": "selectedCardId choiceId",
    "PlayerAction.": "type moneyCards data",
    "GameActionResult.": "SUCCESS ERROR INVALID",
    "GameResponse.": "gameId gameState players",
    "responses": "JoinGameResponse GameStateResponse",
    "ActionResponse.": "success errorMessage updatedGameState",
    "GamePublicState.": "gameId phase players currentCard gameEndTriggerCount remainingStatusCards",
    "PlayerPublicState.": "id name color statusCards currentBid remainingMoneyCount totalRemainingMoney",
    "PlayerRanking.": "player finalStatus remainingMoney highestLuxuryCard rank isCastOut",
    "GameEvent.": "timestamp gameId",
    "PhaseTransitionEvent.": "fromPhase toPhase",
    "RoundStartEvent.": "statusCard auction",
    "PlayerActionEvent.": "playerId action data",
    "AuctionCompleteEvent.": "winner card winningBid",
    "GameEventBus.": "subscribe emit",
    "phases": "setup auction disgrace_auction scoring finished",
    "errors": "INVALID_PLAYER_COUNT INVALID_BID_AMOUNT PLAYER_NOT_ACTIVE INVALID_GAME_PHASE INSUFFICIENT_FUNDS "
    "CARD_NOT_FOUND GAME_NOT_FOUND AUCTION_TIMEOUT",
    "GameError.": "errorCode context",
    "ErrorResponse.": "userMessage canRetry suggestedAction",
    "PlayerChoice.": "playerId prompt timeoutMs",
    "LuxuryCardSelectionChoice.": "availableCards",
    "MoneyCardSelectionChoice.": "availableCards minBidAmount",
    "GameUIState.": "gameId currentPlayer allPlayers currentPhase currentCard selectedMoneyCards availableActions "
    "pendingChoice isMyTurn currentBidTotal projectedStatus remainingMoney",
    "PlayerActionType.": "type enabled tooltip",
    "SerializedGameState.": "gameId version timestamp state events",
    "times": "AUCTION_TIMEOUT_MS PLAYER_CHOICE_TIMEOUT_MS",
}
"""What the document names, by where it does."""


def rows():
    """Each word with what stands beside it."""
    section = PAGE.read_text(encoding="utf-8").partition("## What others call it")[2]
    lines = [line.strip("| ").split(" | ", 1) for line in section.splitlines() if line.startswith("| `")]
    assert len({line[0] for line in lines}) == len(lines), "a word stands there twice"
    return {there.strip("`"): here for there, here in lines}


def test_every_word_of_the_document_has_a_row_and_every_row_a_word():
    words = {f"{where if where.endswith('.') else ''}{word}" for where, told in NAMED.items() for word in told.split()}
    assert rows().keys() == words


@pytest.mark.parametrize("word", rows())
def test_what_a_row_names_is_there(word):
    here = rows()[word]
    named = CODE.findall(here)
    assert named, here
    for name in named:
        assert is_there(here, name), f"{word}: {name}"


def is_there(row, name):
    method, _, path = name.partition(" ")
    if path:
        return method.lower() in description()["paths"].get(f"{PREFIX}{path}", {})
    for kind, known in {"phase": phases(), "error": ERROR_CODES, "record": record_fields()}.items():
        if f"{kind} `{name}`" in row:
            return name in known
    first, _, rest = name.partition(".")
    if first in ("GameServer", "Rules"):
        return hasattr({"GameServer": GameServer, "Rules": Rules}[first], rest)
    if name == "null":
        return True
    return bool(schema_at(name.split(".")))


def phases():
    auctions = find_rules("high-society-paris")
    assert isinstance(auctions, AuctionRules)
    begun = {
        tableau_of(auctions).phase_begun_by(auctions, {"type": "card_revealed", "card": card.id})
        for card in auctions.cards
    }
    return begun | {SETUP, SCORING, FINISHED}


def record_fields():
    return fields_of(VERSIONS[NEWEST])


def schema_at(steps):
    """The schema of a field of a field; names of schemas may have a point in them."""
    schemas = description()["components"]["schemas"]
    count = 2 if ".".join(steps[:2]) in schemas else 1
    found = schemas.get(".".join(steps[:count]))
    for step in steps[count:]:
        found = next((one["properties"][step] for one in objects_in(found) if step in one.get("properties", {})), None)
    return found


def objects_in(schema):
    """All that it may be, followed through references, lists and alternatives."""
    if schema is None:
        return
    if "$ref" in schema:
        yield from objects_in(description()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    for one in (*schema.get("anyOf", ()), *schema.get("allOf", ()), *filter(None, [schema.get("items")])):
        yield from objects_in(one)
    yield schema


@pytest.mark.parametrize("name", ["POST tables/{game_id}/dance", "StateInfo.ui.mood", "auction.View.deck", "NoSchema"])
def test_what_is_not_there_would_be_found(name):
    assert not is_there(f"`{name}`", name)


def test_the_eight_errors_all_occur():
    assert {meaning.error_code for meaning in KNOWN.values()} == set(NAMED["errors"].split())
