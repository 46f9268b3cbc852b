"""A small PDF, written by hand: one page for each text, and a mark of the outline for each page that has one."""

from __future__ import annotations

from collections.abc import Sequence


def make_pdf(pages: Sequence[str], marks: Sequence[str | None] = (), *, encrypted: bool = False) -> bytes:
    marked = [(number, mark) for number, mark in enumerate(marks) if mark]
    first_page, first_mark = 5, 5 + 2 * len(pages)
    kids = " ".join(f"{first_page + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R{' /Outlines 4 0 R' if marked else ''} >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Type /Outlines /First {first_mark} 0 R /Last {first_mark + len(marked) - 1} 0 R /Count {len(marked)} >>"
        if marked
        else "<< >>",
    ]
    for number, text in enumerate(pages):
        lines = " T* ".join(f"({line}) Tj" for line in text.split("\n"))
        stream = f"BT /F1 12 Tf 14 TL 50 700 Td {lines} ET"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /Contents {first_page + 2 * number + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 600 800] >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    for place, (number, mark) in enumerate(marked):
        around = f" /Prev {first_mark + place - 1} 0 R" if place else ""
        around += f" /Next {first_mark + place + 1} 0 R" if place + 1 < len(marked) else ""
        objects.append(f"<< /Title ({mark}) /Parent 4 0 R /Dest [{first_page + 2 * number} 0 R /Fit]{around} >>")
    return _lay_out(objects, encrypted)


def _lay_out(objects: Sequence[str], encrypted: bool) -> bytes:
    body, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(body))
        body += f"{number} 0 obj\n{each}\nendobj\n".encode("latin-1")
    start = len(body)
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    zeros = "<" + "00" * 32 + ">"
    locked = f" /Encrypt << /Filter /Standard /V 1 /R 2 /O {zeros} /U {zeros} /P -4 >> /ID [{zeros} {zeros}]"
    head = f"<< /Size {len(objects) + 1} /Root 1 0 R{locked if encrypted else ''} >>"
    tail = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}trailer\n{head}\nstartxref\n{start}\n%%EOF\n"
    return body + tail.encode("latin-1")
