"""Files of games as the site has written them, in each version there was: `tests/queries/game_files/version-1/…`."""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "queries" / "game_files"
SAVED_FILES = sorted(str(file.relative_to(FOLDER)) for file in FOLDER.glob("*/*.json"))


def saved_file(name: str) -> bytes:
    return (FOLDER / name).read_bytes()
