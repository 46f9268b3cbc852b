"""Documents and their editions."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.adapters.storage.sql import codec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.document import Document
from atlas.model.ids import DocumentId


class SqlDocumentReader(SqlRows):
    def document(self, id: DocumentId) -> Document | None:
        row = self._lane.one("document", {"id": id})
        return codec.document_of(row) if row else None

    def documents(self) -> Sequence[Document]:
        return [codec.document_of(row) for row in self._lane.rows("documents")]

    def documents_edition(self) -> int:
        return self._number("documents_edition", {})


class SqlDocumentWriter(SqlDocumentReader):
    def put_document(self, document: Document, expected_version: int | None) -> None:
        if expected_version is None:
            self._lane.change("add_document", codec.document_values(document))
            return
        if document.version <= expected_version:
            raise BadInput(f"A changed document needs a higher version than {expected_version}: {document.id}.")
        values = codec.document_values(document) | {"expected": expected_version}
        if not self._lane.change("replace_document", values):
            raise Refused(f"The document {document.id} was changed meanwhile.")

    def mask_document(self, id: DocumentId, title: str, text: str) -> None:
        if not self._lane.change("mask_document", {"id": id, "title": title, "text": text}):
            raise NotFound(f"There is no document {id} here.")
