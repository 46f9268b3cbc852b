"""`atlas docs`: the documents about itself that ATLAS amends, and what a person does to them."""

from __future__ import annotations

from atlas.surfaces.cli.documents.change import export_documents, import_documents, note, restore_documents
from atlas.surfaces.cli.documents.compare import blame, diff
from atlas.surfaces.cli.documents.look import docs, history, show_document

__all__ = ["docs"]

for _command in (show_document, history, diff, blame, restore_documents, export_documents, import_documents, note):
    docs.add_command(_command)
