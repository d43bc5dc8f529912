"""CartesSociété: buying, laying, evolving, and everybody against everybody."""

from collections.abc import Mapping, Sequence
from typing import get_args

from games.rules.base import Deck, Outcome, Rules, check_players
from games.rules.cartes_societe import actions, codec, events, scoring, view
from games.rules.cartes_societe.actions import Action
from games.rules.cartes_societe.cards import PRINTED
from games.rules.cartes_societe.event_types import Event
from games.rules.cartes_societe.moves import legal_actions, play
from games.rules.cartes_societe.state import MAX_PLAYERS, MIN_PLAYERS, Setup, State
from games.rules.cartes_societe.turns import first_state
from games.rules.cartes_societe.view import View
from games.rules.chance import Chance, check_seed
from games.rules.plain import Json


class CartesSociete(Rules[State, Action, View]):
    slug = "cartes-societe"
    name = "CartesSociété"
    min_players = MIN_PLAYERS
    max_players = MAX_PLAYERS
    stage_event = "turn_started"
    action_types = (actions.EndTurnJson, actions.OnCardJson, actions.ReplaceJson)
    event_types = get_args(Event)
    view_type = View

    def setup(
        self,
        players: int,
        seed: int | str,
        options: Mapping[str, object] | None = None,
        deck: Deck | None = None,
        starter: int | None = None,
    ) -> State:
        check_players(players, self.min_players, self.max_players)
        chance = Chance(check_seed(seed))
        codec.check_options(options)
        codec.check_starter(starter)
        piles = tuple(map(chance.shuffled, PRINTED)) if deck is None else codec.piles_from(deck)
        return first_state(Setup(players, seed, piles))

    def to_act(self, state: State) -> tuple[int, ...]:
        seat = state.seat
        return () if seat is None else (seat,)

    def stage(self, state: State) -> int:
        return state.turn

    def turn_goes_on(self, before: State, after: State) -> bool:
        return before.seat == after.seat and before.turn == after.turn

    def is_out_of_stage(self, state: State, seat: int) -> bool:
        """Who fell. Whoever has ended their turn is still hurt by what the others lay, and likes to follow that."""
        return bool(state.players[seat].fell)

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        return legal_actions(state, seat)

    def play(self, state: State, seat: int, action: Action) -> State:
        return play(state, seat, action)

    def view(self, state: State, seat: int | None, *, open_purses: bool | None = None) -> View:
        """Everything is open but the order of the piles, whatever `open_purses` says."""
        return view.view(state, seat, self.slug)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def events(self, before: State | None, after: State, *, open_purses: bool | None = None) -> list[Event]:
        return events.beginning(after) if before is None else events.what_was_done(before, after)

    def action_to_json(self, action: Action) -> Json:
        return actions.action_to_json(action)

    def action_from_json(self, data: object) -> Action:
        return actions.action_from_json(data)

    def setup_to_json(self, state: State) -> Json:
        return codec.write_setup(state.setup, self.slug)

    def setup_from_json(self, data: object) -> State:
        return first_state(codec.read_setup(data, self.slug))

    def to_json(self, state: State) -> Json:
        return codec.write_state(state, self.slug)

    def from_json(self, data: object) -> State:
        return codec.read_state(data, self.slug)

    def view_from_json(self, data: object) -> View:
        return codec.read_view(data, self.slug)


CARTES_SOCIETE_RULES = CartesSociete()
