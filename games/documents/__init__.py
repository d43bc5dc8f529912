"""A whole game as a file that people take along, and what a file tells: written here, read strictly, shown as a scene.

What a file says is never taken for what happened at a table: it is looked at, and that is all.
"""

from games.documents.reading import LARGEST, Recorded, Unreadable, read_document, read_text
from games.documents.writing import document_of, written

__all__ = ["LARGEST", "Recorded", "Unreadable", "document_of", "read_document", "read_text", "written"]
