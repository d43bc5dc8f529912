"""A whole game as a file that people take along, and what a file tells: written here, read strictly, shown as a scene.

What a file says is never taken for what happened at a table: it is looked at, and that is all.
"""

from games.queries.game_file.parsing import LARGEST, Unreadable
from games.queries.game_file.reading import GameFile, read_document, read_file
from games.queries.game_file.writing import document_of, document_text, text_of

__all__ = [
    "LARGEST",
    "GameFile",
    "Unreadable",
    "document_of",
    "document_text",
    "read_document",
    "read_file",
    "text_of",
]
