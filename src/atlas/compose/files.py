"""What stands in files: the store, the index and the token beside it, and the histories of others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from atlas.adapters.entropy import SystemEntropy
from atlas.compose.clocks import make_virtual_clock
from atlas.settings import Settings

if TYPE_CHECKING:
    from atlas.engine.core.runtime import Runtime
    from atlas.engine.transfer.import_history import History
    from atlas.model.recall import EmbedderIdentity
    from atlas.model.source_file import FoundFile, Section, SkippedFile, SkipReason
    from atlas.ports.file_reader import FileReader
    from atlas.ports.index import Index
    from atlas.ports.store import Store, StoreFiles


def open_store(path: Path, lock_seconds: float) -> Store:
    from atlas.adapters.storage.sqlite.store import SqliteStore  # brings in apsw

    return SqliteStore.open_as_allowed(path, timeout_s=lock_seconds)


def read_only_notices(store: Store) -> tuple[str, ...]:
    if not store.read_only:
        return ()
    return (f"{store.location} may only be read here: nothing is stored or thought about until it may be written.",)


def make_store_files() -> StoreFiles:
    """Make the part that copies stores and lays them in place."""
    from atlas.adapters.storage.sqlite.store_files import SqliteFiles  # brings in apsw

    return SqliteFiles()


def open_index(store: Path, runtime: Runtime, identity: EmbedderIdentity) -> Index:
    """Open the index that is saved in a folder beside the store's file, with a subfolder for each space."""
    from atlas.adapters.index.index import SpaceIndex  # brings in numpy

    folder = store.with_name(f"{store.name}-index") / _folder_name(runtime.space)
    return SpaceIndex(identity, folder)


def _folder_name(text: str) -> str:
    """Hash a name into one that is safe in any file system, and tells nothing."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def read_mcp_token(settings: Settings) -> tuple[Path, str]:
    """Make the secret that a local server demands, and the file that holds it."""
    from atlas.adapters.token import token_beside  # for servers alone

    return token_beside(settings.store, SystemEntropy())


class LazyFiles:
    """The files of this machine, whose readers are loaded when the first is read: few processes read any."""

    def find_files(self, path: str) -> Iterator[FoundFile | SkippedFile]:
        return self._files.find_files(path)

    def read_digest(self, file: FoundFile) -> str:
        return self._files.read_digest(file)

    def read_sections(self, file: FoundFile) -> list[Section] | SkipReason:
        return self._files.read_sections(file)

    @cached_property
    def _files(self) -> FileReader:
        from atlas.adapters.files import DiskFiles  # brings in parsers

        return DiskFiles()


def make_history() -> History:
    """Make the readers of other assistants' files, and of our own exports."""
    from atlas.adapters.export_reader import is_export, read_export
    from atlas.adapters.history import extent, read, recognise  # for imports alone
    from atlas.adapters.spool import in_order  # for imports alone
    from atlas.engine.transfer.import_history import History  # for imports alone

    return History(recognise, read, extent, in_order, make_virtual_clock, is_export, read_export)
