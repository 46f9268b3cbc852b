"""Documents and their editions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.errors import BadInput, NotFound, Refused
from atlas.model.document import Document
from atlas.model.ids import DocumentId

_DOCUMENTS: Final = RowCodec(Document)


class SqlDocumentReader(SqlRows):
    def document(self, id: DocumentId) -> Document | None:
        return self._read_one(_DOCUMENTS, "document", {"id": id})

    def documents(self) -> Sequence[Document]:
        return self._read_all(_DOCUMENTS, "documents")

    def documents_edition(self) -> int:
        return self._number("documents_edition", {})


class SqlDocumentWriter(SqlDocumentReader):
    def put_document(self, document: Document, expected_version: int | None) -> None:
        if expected_version is None:
            self._lane.change("add_document", _DOCUMENTS.encode(document))
            return
        if document.version <= expected_version:
            raise BadInput(f"A changed document needs a higher version than {expected_version}: {document.id}.")
        values = _DOCUMENTS.encode(document) | {"expected": expected_version}
        if not self._lane.change("replace_document", values):
            raise Refused(f"The document {document.id} was changed meanwhile.")

    def mask_document(self, id: DocumentId, title: str, text: str) -> None:
        if not self._lane.change("mask_document", {"id": id, "title": title, "text": text}):
            raise NotFound(f"There is no document {id} here.")
