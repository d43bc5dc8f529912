"""A whole game as a file that people take along, and what a file tells: written here, read strictly, shown as a scene.

What a file says is never taken for what happened at a table: it is looked at, and that is all.
"""

from games.queries.game_file.reading import LARGEST, GameFile, Unreadable, read_document, read_file
from games.queries.game_file.writing import document_of, document_text

__all__ = ["LARGEST", "GameFile", "Unreadable", "document_of", "document_text", "read_document", "read_file"]
