"""The full-screen app of `atlas review` (C9). It draws a session and hands it keys; it decides nothing by itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from typing import ClassVar, Final

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key, Resize
from textual.widgets import Input, Static

from atlas.model.memory import Status
from atlas.surfaces.cli.review.card_text import card_lines, cluster_line, describe_queue, source_lines
from atlas.surfaces.cli.review.review_session import ReviewSession
from atlas.surfaces.views.text import clip_line, format_count

WIDE: Final = 110
"""Columns from which the list of clusters stands beside the card."""
_LIST: Final = 52
KEYS: Final = (
    ("j k ↓ ↑", "next and previous decision"),
    ("h l ← →", "the other cards of this cluster"),
    ("a", "approve (of rivals: this one, the others are rejected)"),
    ("x r", "reject; with r you say why"),
    ("e", "edit, and approve your own words"),
    ("m", "merge into what is known already"),
    ("s", "sensitive: known, and never served"),
    ("d", "approve a copy without the secret in it"),
    ("1", "one-time exception: not used again"),
    ("A X", "approve, reject the whole cluster"),
    (".", "the same decision again"),
    ("u", "undo, as often as you wish"),
    ("b", "approve what is of low risk together, after a few random looks"),
    ("v", "conversations that wait: a vouches for them, x dismisses them"),
    ("/", "search (empty: everything again)"),
    ("PgUp PgDn", "scroll the card"),
    ("?", "this help"),
    ("q", "leave; everything you decided is kept"),
)
_SHORT: Final = "a approve  x reject  e edit  u undo  j/k move  A/X all  / find  ? help  q quit"


class ReviewApp(App[None]):
    """The queue on one screen."""

    CSS = """
    #head { height: 1; background: $primary; color: $text; padding: 0 1; }
    #list { width: 54; height: 100%; border-right: solid $primary; padding: 0 1; }
    #card { padding: 1 2; }
    #strip { height: auto; padding: 0 1; color: $success; }
    #says { height: 1; padding: 0 1; color: $warning; }
    #keys { height: 1; padding: 0 1; color: $text-muted; }
    #ask { display: none; height: 3; }
    """
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(keys, action, show=False)
        for keys, action in (
            ("j,down", "move(1)"), ("k,up", "move(-1)"), ("l,right", "turn(1)"), ("h,left", "turn(-1)"),
            ("a", "do('approve')"), ("x", "do('reject')"), ("m", "do('merge')"), ("s", "do('mark_sensitive')"),
            ("d", "do('approve_redacted')"), ("1", "do('keep_once')"), ("full_stop", "do('repeat')"),
            ("u", "do('undo')"), ("b", "do('approve_low')"), ("A,shift+a", "decide_cluster('approved_for_reuse')"),
            ("X,shift+x", "decide_cluster('rejected')"), ("r", "ask_reason"), ("e", "edit"), ("slash", "search"),
            ("question_mark", "help"), ("pagedown,space", "scroll_card(1)"), ("pageup", "scroll_card(-1)"),
            ("v", "do('turn_to_sources')"), ("q", "quit"), ("escape", "close"),
        )
    ]  # fmt: skip

    def __init__(self, session: ReviewSession, zone: tzinfo) -> None:
        super().__init__()
        self.session = session
        self.zone = zone
        self.helping = False
        self._answer: Callable[[str], None] | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal():
            yield Static(id="list")
            with VerticalScroll(id="scroll"):
                yield Static(id="card")
        yield Static(id="strip")
        yield Static(id="says")
        yield Input(id="ask", select_on_focus=False)
        yield Static(_SHORT, id="keys")

    def on_mount(self) -> None:
        self.query_one("#scroll").can_focus = False
        self.draw()

    def on_resize(self, event: Resize) -> None:
        self.draw()

    # --- drawing

    def draw(self) -> None:
        """Draw what the session has; everything before it is committed."""
        session = self.session
        card = self._help_text() if self.helping else self._card_text()  # first: it may find the queue another one
        queue = session.queue
        place = f"  {session.at + 1}/{len(queue.clusters)}" if queue.clusters else ""
        found = f"  “{session.search}”" if session.search else ""
        self.query_one("#head", Static).update(
            Text(f"ATLAS review  {describe_queue(queue, self.session.sources)}{found}{place}")
        )
        self.query_one("#list").display = self.size.width >= WIDE
        self.query_one("#list", Static).update(self._list_text())
        self.query_one("#card", Static).update(card)
        strip = () if self.helping else (self._low_text(), self._conversations_text())
        self.query_one("#strip", Static).update(Text("\n".join(filter(None, strip))))
        self.query_one("#says", Static).update(
            Text(clip_line(session.says, self.size.width - 2) if session.says else "")
        )

    def _list_text(self) -> Text:
        clusters, at = self.session.queue.clusters, self.session.at
        height = max(4, self.size.height - 5)
        first = max(0, min(at - height // 2, len(clusters) - height))
        lines = []
        for place, cluster in enumerate(clusters[first : first + height], first):
            line = cluster_line(cluster, _LIST - 2)
            if place == at:
                line.stylize("reverse")
            lines.append(line)
        return Text("\n").join(lines)

    def _card_text(self) -> Group | Text:
        source = self.session.source
        if source is not None:
            return Group(*source_lines(source, self.zone))
        cluster, card = self.session.cluster, self.session.card()
        if cluster is None or card is None:
            hint = "Nothing like that waits. / and Enter shows everything again." if self.session.search else ""
            return Text(hint or "Nothing waits for you.  u takes the last decision back, q leaves.")
        return Group(*card_lines(card, cluster, self.session.inside, self.zone, self.session.read_others()))

    def _help_text(self) -> Table:
        table = Table.grid(padding=(0, 2))
        for keys, says in KEYS:
            table.add_row(Text(keys, "bold"), says)
        return table

    def _conversations_text(self) -> str:
        number = sum(each.conversations for each in self.session.sources)
        if not number or self.session.source is not None:
            return ""
        return f"v: {format_count(number, 'conversation')} {'waits' if number == 1 else 'wait'} beside these"

    def _low_text(self) -> str:
        low = len(self.session.low)
        if not low:
            return ""
        if self.session.checked:
            return f"b approves the other {low} of low risk together"
        if self.session.checks:
            looks = format_count(len(self.session.checks), "random look")
            return f"{looks} left before the rest of low risk goes together"
        return f"{low} of low risk: b approves them together after a few random looks"

    # --- keys

    def on_key(self, event: Key) -> None:
        """Say of a key that does nothing here that it does nothing, and where the keys are."""
        if self._answer is None and event.key not in _BOUND:
            shown = event.character if event.is_printable and event.character else event.key
            self.session.says = f"The key {shown} does nothing here: ? shows the keys."
            self.draw()

    def action_move(self, by: int) -> None:
        self.session.move(by)
        self._redraw()

    def action_turn(self, by: int) -> None:
        self.session.turn(by)
        self._redraw()

    def action_do(self, name: str) -> None:
        getattr(self.session, name)()
        self._redraw()

    def action_decide_cluster(self, status: str) -> None:
        self.session.decide_cluster(Status(status))
        self._redraw()

    def action_help(self) -> None:
        self.helping = not self.helping
        self.draw()

    def action_close(self) -> None:
        self.helping, self._answer = False, None
        if self.query_one("#ask", Input).display:
            self.session.says = ""  # what was asked is not to be answered any more
        self._close_input()
        self.draw()

    def action_scroll_card(self, by: int) -> None:
        scroll = self.query_one("#scroll")
        if by > 0:
            scroll.scroll_page_down(animate=False)
        else:
            scroll.scroll_page_up(animate=False)

    def action_ask_reason(self) -> None:
        self._ask("Why? It is kept in the journal.", "", self.session.reject)

    def action_edit(self) -> None:
        card = self.session.card()
        if card is None or self.session.current is None:
            self.action_do("tell_nothing_to_edit")
        else:
            self._ask("Your own words; Enter approves them.", card.text, self.session.approve_edited)

    def action_search(self) -> None:
        self._ask("Words to look for; empty for everything.", "", self.session.find)

    def _redraw(self) -> None:
        self.helping = False
        self.query_one("#scroll").scroll_home(animate=False)
        self.draw()

    # --- the one line that is typed

    def _ask(self, says: str, text: str, answer: Callable[[str], None]) -> None:
        self._answer = answer
        line = self.query_one("#ask", Input)
        line.placeholder, line.value, line.display = says, text, True
        line.cursor_position = len(text)
        self.session.says = says
        self.draw()
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        answer, self._answer = self._answer, None
        self._close_input()
        self.session.says = ""
        if answer is not None:
            answer(event.value)
        self._redraw()

    def _close_input(self) -> None:
        line = self.query_one("#ask", Input)
        line.display, line.value = False, ""
        self.set_focus(None)


_BOUND: Final = frozenset(
    key for binding in ReviewApp.BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")
)
