"""T8: two texts are one only where the same words say it; order, signs, figures and denials count in any script."""

from __future__ import annotations

import pytest

from atlas.language.wording import same_wording


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The staging proxy listens on port 8080.", "Our staging proxy is listening on port 8080"),
        ("The staging proxy listens on port 8080.", "On port 8080 the staging proxy listens."),
        ("The logs are kept in Oslo.", "In Oslo the logs are being kept."),
        ("The server is restarted every Tuesday.", "The server gets restarted every Tuesday!"),
        ("Я живу в Риме.", "Я живу в Риме"),
    ],
)
def test_the_same_said_a_little_otherwise(one: str, other: str) -> None:
    assert same_wording(one, other)
    assert same_wording(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna owes Ben 50 euros.", "Ben owes Anna 50 euros."),
        ("The shop is open from Monday to Friday.", "The shop is open from Friday to Monday."),
        ("The train goes from Lisbon to Oslo.", "The train goes from Oslo to Lisbon."),
        ("The recipe needs 3 apples and 5 pears.", "The recipe needs 5 apples and 3 pears."),
        ("The deadline is 03/04.", "The deadline is 04/03."),
        ("It was -5 degrees.", "It was 5 degrees."),
        ("The rule is x<5.", "The rule is x>5."),
        ("It costs $50.", "It costs €50."),
        ("The parser is in C++.", "The parser is in C#."),
        ("The grade was A+.", "The grade was A-."),
        ("The build is ✅.", "The build is ❌."),
        ("Ich habe ein Auto.", "Ich habe kein Auto."),
        ("Я ем мясо.", "Я не ем мясо."),
        ("我喜欢茶", "我不喜欢茶"),
        ("She takes half a pill.", "She takes a pill."),
        ("The dose is 5 mg.", "The dose is 5 µg."),
        ("We meet at 9 am.", "We meet at 9 pm."),
        ("Tiene diez años.", "Tiene diez anos."),
        ("The proxy listens on port 80.", "The proxy listened on port 80."),
        ("Send it to US.", "Send it to us."),
        ("The server is down.", "The server is down?"),
        ("My dog barks.", "Her dog barks."),
    ],
)
def test_what_differs_in_anything_that_tells_is_not_the_same(one: str, other: str) -> None:
    assert not same_wording(one, other)
    assert not same_wording(other, one)
