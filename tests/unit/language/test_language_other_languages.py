"""What is plainly not English is not read by a reader that knows English alone (J14)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atlas.language.english.other_languages import blank_other_languages, is_foreign
from atlas.language.english.passage import blank_foreign_text
from atlas.language.registry import LANGUAGE
from atlas.model.ids import ConversationId, InteractionId, MessageId, SessionId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.origin import Origin
from atlas.model.thinking import Material

TALK = ConversationId("c1")
SAID = datetime(2026, 3, 1, tzinfo=UTC)

OTHERS = {
    "German": (
        "Ich wohne in Berlin.",
        "Ich heiße Jonas und arbeite bei Siemens.",
        "Meine Schwester heißt Clara.",
        "Wir haben seit März einen Hund.",
        "Ich bin gegen Erdnüsse allergisch.",
    ),
    "French": (
        "Je m'appelle Luc et j'habite à Lyon.",
        "J'habite à Paris avec ma femme Claire.",
        "Mon frère travaille chez Renault.",
        "Nous avons un chien depuis mars.",
        "Je suis allergique aux arachides.",
    ),
    "Spanish": (
        "Vivo en Madrid desde 2019 con mi perro Toby.",
        "Me llamo Carlos y trabajo en Telefónica.",
        "Mi hermana se llama Lucía.",
        "Soy alérgico a los cacahuetes.",
        "Tengo una reunión con Marta.",
    ),
    "Portuguese": (
        "Moro em Lisboa e trabalho na Galp.",
        "A minha irmã chama-se Inês.",
        "Eu sou alérgico a amendoins.",
        "Tenho um cão desde março.",
        "Chamo-me Rui e gosto de ler.",
    ),
    "Italian": (
        "Mi chiamo Luca e vivo a Roma con mia moglie Anna.",
        "Mia sorella si chiama Giulia.",
        "Sono allergico alle arachidi, purtroppo.",
        "Io abito a Milano da marzo.",
        "Ho una riunione con Marta.",
    ),
    "Dutch": (
        "Ik woon in Utrecht en werk bij Philips.",
        "Mijn zus heet Sanne en woont in Delft.",
        "Wij hebben sinds maart een hond.",
        "Ik ben allergisch voor pinda's.",
        "Mijn broer heet Daan Visser.",
    ),
}
ENGLISH = """
My name is Jürgen Müller and I live in Köln.
I moved to São Paulo with João da Silva.
Maria de la Cruz lives in San Juan.
I work at Le Monde in Paris.
We ate at El Bulli near Roses.
My sister married Karl von der Heide.
I read Der Spiegel and Die Zeit.
My favourite book is Cien años de soledad.
She sings "Non, je ne regrette rien" in the shower.
I love crème brûlée and pain au chocolat.
My dog is called Schatzi.
Visiting Los Angeles tomorrow, then Las Vegas.
Moved Rio de Janeiro office last week.
Met Leonardo da Vinci fans at the museum.
I teach Ich und Du, the book by Buber.
My boss, Herr Schmidt, comes from Bad Homburg.
We watched La vita è bella last night.
I play for Real Madrid CF women.
Anna van den Berg is my dentist.
My flight to Dar es Salaam is on Monday.
I bought a Volkswagen ID.3 from Autohaus König.
Our team uses Node and Deno.
I studied at the École normale supérieure in Lyon.
Call me Zoë, not Zoe.
My gran makes a mean boeuf bourguignon.
I live on Rue de la Paix.
The vet in Den Haag is called Dr de Vries.
My son wants to be called Mio.
I am die-hard fan of Juventus.
We honeymooned in Cinque Terre and Lago di Como.
Need new tyres for my Citroën.
im in 5th grade, mr smith.
im pregnant now, due in may.
My son and her son play.
Aw man, so sorry about that.
""".strip().splitlines()


@pytest.mark.parametrize("sentence", [sentence for each in OTHERS.values() for sentence in each])
def test_a_sentence_of_another_language_is_known(sentence: str) -> None:
    assert is_foreign(sentence)


@pytest.mark.parametrize("sentence", ["Я живу в Берлине с сестрой.", "Μένω στην Αθήνα με τη Μαρία."])
def test_other_letters_are_no_english(sentence: str) -> None:
    assert is_foreign(sentence)


@pytest.mark.parametrize("sentence", ENGLISH)
def test_a_name_from_elsewhere_makes_no_sentence_another_languages(sentence: str) -> None:
    assert not is_foreign(sentence)


def test_what_is_english_beside_it_stays_in_its_place() -> None:
    text = "Ich wohne in Berlin. I like tea. Meine Schwester heißt Clara."
    assert blank_other_languages(text).strip() == "I like tea."
    assert blank_other_languages(text).index("I like") == text.index("I like")
    assert len(blank_other_languages(text)) == len(text)


def test_what_somebody_quotes_makes_no_sentence_foreign() -> None:
    text = 'He said "mi casa es su casa" to us.'
    assert blank_other_languages(blank_foreign_text(text)) == blank_foreign_text(text)


def test_the_reader_is_given_no_sentence_of_another_language() -> None:  # J14
    said = [
        Message(MessageId(f"u_{place}"), InteractionId("i_1"), TALK, place, Role.USER, Origin.USER, text, SAID)
        for place, text in enumerate(("Ich wohne in Berlin mit Anna. I like tea.", "Meine Schwester heißt Clara."))
    ]
    exchange = Interaction(InteractionId("i_1"), TALK, SessionId("s"), SAID, tuple(said))
    unread = LANGUAGE.facts.list_unread(Material(exchange, ()))
    assert [each.text.strip() for each in unread] == ["I like tea.", ""]
    assert unread[0].text.index("I like tea.") == said[0].text.index("I like tea.")
