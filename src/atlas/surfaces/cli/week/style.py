"""The style of a week's page: light, dark where the reader's system is, and light on paper."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root { color-scheme: light; --back: #f4f6f9; --card: #fff; --edge: #e3e8ef; --ink: #1f2733; --quiet: #5b6676;
  --grid: #e4e9f0; --band: #eef3fa; --line: #1f5fa8; --good: #1d7a70; --bad: #b32c40; --warn: #a26a00;
  --other: #8f9bab; --rail: #e9edf2; }
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --back: #12161c; --card: #1b2129; --edge: #2c3540; --ink: #e4e9f0; --quiet: #9aa6b5;
    --grid: #2a323d; --band: #222b37; --line: #7db6f5; --good: #4bb3a6; --bad: #e77083; --warn: #e0b366;
    --other: #6f7d8f; --rail: #2a323d; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 1060px; margin: 0 auto; padding: 36px 24px 56px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 8px; }
h2 { font-size: 16px; margin: 0 0 6px; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
.headline { font-size: 18px; font-weight: 600; margin: 0 0 4px; }
.headline.better { color: var(--good); } .headline.worse { color: var(--bad); } .headline.mixed { color: var(--warn); }
.quiet { color: var(--quiet); font-size: 13px; margin: 2px 0 0; }
section { background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: 16px 20px;
  break-inside: avoid; }
header + section { margin: 16px 0; }
.cards { columns: 2; column-gap: 16px; }
.cards section { margin: 0 0 16px; }
.warns { border-left: 4px solid var(--warn); }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 18px 24px; margin: 12px 0; }
figure { margin: 0; break-inside: avoid; }
figcaption { display: flex; gap: 8px; align-items: baseline; font-size: 14px; }
figcaption .now { margin-left: auto; font-weight: 600; font-size: 16px; white-space: nowrap; }
figcaption small { color: var(--quiet); font-weight: 400; font-size: 13px; }
span.better, span.worse { font-size: 12px; font-weight: 600; }
span.better { color: var(--good); } span.worse { color: var(--bad); }
ul { margin: 4px 0 0; padding: 0 0 0 18px; } li { margin: 0 0 4px; overflow-wrap: anywhere; }
svg { display: block; width: 100%; height: auto; margin: 4px 0; font-family: inherit; }
svg text { font-size: 11px; fill: var(--quiet); text-anchor: middle; }
svg .scale, svg .end { text-anchor: end; } svg .start, svg .name { text-anchor: start; }
svg .name { font-size: 14px; fill: var(--ink); }
.band { fill: var(--band); } .grid { stroke: var(--grid); } .limit { stroke: var(--warn); stroke-dasharray: 4 3; }
.line { fill: none; stroke: var(--line); stroke-width: 1.8; stroke-linejoin: round; } circle { fill: var(--line); }
.rail { fill: var(--rail); } rect.good { fill: var(--good); } rect.bad { fill: var(--bad); }
rect.other { fill: var(--other); }
footer { color: var(--quiet); font-size: 13px; margin-top: 8px; }
@media (max-width: 760px) { main { padding: 20px 10px 40px; } .cards { columns: 1; } section { padding: 14px; } }
@media print { body { background: #fff; font-size: 12px; } main { max-width: none; padding: 0; }
  section { border-color: #ddd; padding: 10px 12px; } .panels { grid-template-columns: repeat(3, 1fr); } }
"""
