"""Small talks in the three formats, made up for the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def _locomo_talk(name: str, one: str, other: str) -> dict[str, Any]:
    def turn(id: str, speaker: str, text: str, caption: str | None = None) -> dict[str, str]:
        return {"dia_id": id, "speaker": speaker, "text": text, **({"blip_caption": caption} if caption else {})}

    return {
        "sample_id": name,
        "conversation": {
            "speaker_a": one,
            "speaker_b": other,
            "session_2_date_time": "9:05 am on 12 June, 2023",
            "session_2": [
                turn("D2:1", one, "Look at what I made!", "a clay bowl with blue stripes"),
                turn("D2:2", other, ""),
                turn("D2:3", other, "I ran a marathon in Boston yesterday."),
            ],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                turn("D1:1", one, "I started pottery lessons last week."),
                turn("D1:2", other, "Lovely! My brother plays the violin in an orchestra."),
                turn("D1:3", one, "How is the weather over there?"),
            ],
        },
        "qa": [
            {"question": f"What did {one} start?", "evidence": ["D1:1"], "category": 4},
            {"question": f"When did {other} run a marathon?", "evidence": ["D2:3"], "category": 2},
            {
                "question": f"What does {one} do with clay?",
                "evidence": ["D1:1; D2:1"],
                "category": 1,
            },
            {"question": f"Which violin does {one} play?", "evidence": ["D1:2"], "category": 5},
            {"question": "Would she like an opera?", "evidence": [], "category": 3},
            {"question": "What is on the Moon?", "evidence": ["D9:9"], "category": 3},
        ],
    }


def locomo(folder: Path) -> Path:
    talks = [_locomo_talk("one", "Caroline", "Melanie"), _locomo_talk("two", "Ines", "Tiago")]
    return _written(folder / "locomo" / "locomo_small.json", talks)


def longmemeval(folder: Path) -> Path:
    """The later session stands first, and one session is opened by the assistant."""
    item = {
        "question_id": "q1",
        "question_type": "knowledge-update",
        "question": "Which tea do I drink now?",
        "question_date": "2023/06/28 (Wed) 20:07",
        "haystack_dates": ["2023/06/20 (Tue) 20:06", "2023/06/01 (Thu) 01:51"],
        "haystack_sessions": [
            [
                {"role": "assistant", "content": "Welcome back! How is the tea?", "has_answer": False},
                {"role": "user", "content": "I drink green tea now.", "has_answer": True},
                {"role": "assistant", "content": "Green tea is a fine choice."},
            ],
            [
                {"role": "user", "content": "I drink black tea.", "has_answer": True},
                {"role": "assistant", "content": "Black tea wakes one up."},
            ],
        ],
    }
    silent = [[{**turn, "has_answer": False} for turn in session] for session in item["haystack_sessions"]]
    unanswerable = {**item, "question_id": "q1_abs", "haystack_sessions": silent}
    return _written(folder / "longmemeval" / "oracle.json", [item, unanswerable])


def beam(folder: Path, chat: str = "1") -> Path:
    turns = [
        [
            _said(0, "user", "I plan a trip to Oslo. ->-> 1,1", "March-15-2024"),
            _said(1, "assistant", "Oslo -> a fine place."),
        ],
        [_said(2, "user", "My budget is 900 euros ->-> 1,2"), _said(3, "assistant", "That will do.")],
    ]
    later = [
        [_said(4, "user", "The budget is 1200 euros now. ->-> 2,1", "April-05-2024"), _said(5, "assistant", "Good.")]
    ]
    questions = {
        "abstention": [{"question": "What is my cat called?"}],
        "knowledge_update": [
            {"question": "What is my budget?", "source_chat_ids": {"original_info": [2], "updated_info": [[4]]}}
        ],
        "information_extraction": [{"question": "Where do I want to go?", "source_chat_ids": [0, 99]}],
    }
    _written(folder / "beam" / chat / "probing_questions.json", questions)
    batches = [
        {"batch_number": 1, "turns": turns, "time_anchor": None},
        {"batch_number": 2, "turns": later, "time_anchor": None},
    ]
    return _written(folder / "beam" / chat / "chat.json", batches)


def _said(id: int, role: str, content: str, anchor: str | None = None) -> dict[str, Any]:
    return {"id": id, "role": role, "content": content, "time_anchor": anchor}


def _written(file: Path, value: object) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value), encoding="utf-8")
    return file
