"""The style of the page of simulated lives: light, dark where the reader's system is, and light on paper."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root { color-scheme: light; --back: #f4f6f9; --card: #fff; --edge: #e3e8ef; --ink: #1f2733; --quiet: #5b6676;
  --grid: #e4e9f0; --axis: #aab4c2; --memory: #1f5fa8; --bm25: #8a5a00;
  --right: #1d7a70; --stale: #e8b53a; --wrong: #b32c40; --unknown: #ccd3dd; --on-dark: #fff; --on-light: #1f2733;
  --on-unknown: #1f2733; }
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --back: #12161c; --card: #1b2129; --edge: #2c3540; --ink: #e4e9f0; --quiet: #9aa6b5;
    --grid: #2a323d; --axis: #566273; --memory: #7db6f5; --bm25: #e0b366;
    --right: #23877c; --stale: #d3a233; --wrong: #c23d51; --unknown: #4a5563; --on-light: #12161c;
    --on-unknown: #e4e9f0; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 40px 24px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 12px; }
h2 { font-size: 17px; margin: 0 0 8px; }
p { margin: 0 0 10px; overflow-wrap: anywhere; }
.headline { font-size: 18px; font-weight: 600; margin: 16px 0 0; }
.quiet { color: var(--quiet); font-size: 14px; }
section { background: var(--card); border: 1px solid var(--edge); border-radius: 10px; padding: 20px 22px;
  margin: 18px 0; }
ul { list-style: none; margin: 0; padding: 0; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 22px; margin: 4px 0 14px; font-size: 14px; color: var(--quiet); }
.legend b { color: var(--ink); font-weight: 600; }
.key { display: inline-block; width: 12px; height: 12px; margin-right: 7px; vertical-align: -1px; }
.bars { display: flex; flex-wrap: wrap; gap: 16px 28px; justify-content: center; margin-bottom: 22px; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 18px 24px; }
figure { margin: 0; break-inside: avoid; }
figcaption { font-size: 14px; font-weight: 600; margin-bottom: 4px; }
svg { display: block; max-width: 100%; height: auto; font-family: inherit; }
.panels svg { width: 100%; }
svg text { font-size: 12px; fill: var(--quiet); text-anchor: middle; }
svg .day { font-size: 13px; font-weight: 600; fill: var(--ink); }
svg .scale { text-anchor: end; }
svg .figure { font-weight: 600; stroke: var(--card); stroke-width: 3px; paint-order: stroke; }
svg .figure.memory { fill: var(--memory); } svg .figure.bm25 { fill: var(--bm25); }
svg .on-right, svg .on-wrong { fill: var(--on-dark); } svg .on-stale { fill: var(--on-light); }
svg .on-unknown { fill: var(--on-unknown); }
.right { fill: var(--right); } .stale { fill: var(--stale); } .wrong { fill: var(--wrong); }
.unknown { fill: var(--unknown); } rect.memory { fill: var(--memory); } rect.bm25 { fill: var(--bm25); }
.grid { stroke: var(--grid); } .axis { stroke: var(--axis); }
g path { fill: none; stroke-linejoin: round; stroke-linecap: round; }
g.memory path { stroke: var(--memory); } g.memory circle { fill: var(--memory); }
g.bm25 path { stroke: var(--bm25); } g.bm25 circle { fill: var(--bm25); }
.mean path { stroke-width: 3; } .life path { stroke-width: 1.2; } .life { opacity: 0.5; }
.causes li { display: flex; justify-content: space-between; gap: 16px; border-top: 1px solid var(--edge);
  padding: 6px 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 8px; text-align: right; vertical-align: top; border-bottom: 1px solid var(--edge);
  white-space: nowrap; }
th[scope=row] { text-align: left; font-weight: 400; }
td small { display: block; color: var(--quiet); font-size: 12px; }
tbody + tbody tr:first-child > * { border-top: 2px solid var(--axis); }
footer { color: var(--quiet); font-size: 13px; margin-top: 28px; }
@media (max-width: 640px) { main { padding: 20px 10px 40px; } section { padding: 16px 14px; } }
@media print {
  body { background: #fff; font-size: 13px; } main { max-width: none; padding: 0; }
  section { border: 0; padding: 0; margin: 22px 0 0; } .wide { overflow: visible; }
  .panels { grid-template-columns: 1fr 1fr; } .panels svg { width: 90%; }
  h2, h2 + p, .legend, thead { break-after: avoid; } .bars, .causes li, tr { break-inside: avoid; }
  th, td { padding: 2px 8px; }
}
"""
