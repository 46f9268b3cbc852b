"""Documents and their editions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from atlas.model.document import Document
from atlas.model.ids import DocumentId


class DocumentReader(Protocol):
    def document(self, id: DocumentId) -> Document | None: ...

    def documents(self) -> Sequence[Document]:
        """Of any status, in the order in which they were first written."""
        ...

    def documents_edition(self) -> int:
        """Grows with every change of a document here and with nothing else; 0 while there is none.

        What was read at an edition holds as long as the edition does, in every process.
        """
        ...


class DocumentWriter(DocumentReader, Protocol):
    def put_document(self, document: Document, expected_version: int | None) -> None:
        """Insert (expected None) or replace the row whose version is the expected one; otherwise raises Refused.

        Trust is enforced here too (X1): raises Refused when it is above that of the document's origin, or above what
        it was. A document is never deleted.
        """
        ...

    def mask_document(self, id: DocumentId, title: str, text: str) -> None:
        """Replace what it is called and says, as its next version."""
        ...
