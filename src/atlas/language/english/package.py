"""English as the stages ask it: each part of the interface is a module, imported when it is first asked for.

A hook that only looks up words has no use for the patterns and word lists of the others, nor the time to import them.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atlas.language.interface import (
        Arguments,
        ClaimText,
        Confirmations,
        Dates,
        Directives,
        Entries,
        ExamQuestions,
        Facts,
        KindredThings,
        Meaning,
        Names,
        Negation,
        Notes,
        Overrides,
        Passwords,
        Pronouns,
        QueryForms,
        QueryWords,
        QuestionForms,
        Questions,
        Speech,
        SpokenSecrets,
        Statements,
        WordStems,
    )


class English:
    """The parts of English."""

    @cached_property
    def dates(self) -> Dates:
        from atlas.language.english import dates

        return dates

    @cached_property
    def directives(self) -> Directives:
        from atlas.language.english import directives

        return directives

    @cached_property
    def overrides(self) -> Overrides:
        from atlas.language.english import overrides

        return overrides

    @cached_property
    def names(self) -> Names:
        from atlas.language.english import names

        return names

    @cached_property
    def claim_text(self) -> ClaimText:
        from atlas.language.english import claim_text

        return claim_text

    @cached_property
    def facts(self) -> Facts:
        from atlas.language.english import facts

        return facts

    @cached_property
    def speech(self) -> Speech:
        from atlas.language.english import speech

        return speech

    @cached_property
    def notes(self) -> Notes:
        from atlas.language.english import notes

        return notes

    @cached_property
    def meaning(self) -> Meaning:
        from atlas.language.english import meaning

        return meaning

    @cached_property
    def negation(self) -> Negation:
        from atlas.language.english import negation

        return negation

    @cached_property
    def query_words(self) -> QueryWords:
        from atlas.language.english import query_words

        return query_words

    @cached_property
    def query_forms(self) -> QueryForms:
        from atlas.language.english import query_forms

        return query_forms

    @cached_property
    def exam_questions(self) -> ExamQuestions:
        from atlas.language.english import exam_questions

        return exam_questions

    @cached_property
    def question_forms(self) -> QuestionForms:
        from atlas.language.english import question_forms

        return question_forms

    @cached_property
    def word_stems(self) -> WordStems:
        from atlas.language.english import word_stems

        return word_stems

    @cached_property
    def questions(self) -> Questions:
        from atlas.language.english import questions

        return questions

    @cached_property
    def confirmations(self) -> Confirmations:
        from atlas.language.english import confirmations

        return confirmations

    @cached_property
    def statements(self) -> Statements:
        from atlas.language.english import statements

        return statements

    @cached_property
    def entries(self) -> Entries:
        from atlas.language.english import entries

        return entries

    @cached_property
    def pronouns(self) -> Pronouns:
        from atlas.language.english import pronouns

        return pronouns

    @cached_property
    def kindred_things(self) -> KindredThings:
        from atlas.language.english import kindred_things

        return kindred_things

    @cached_property
    def arguments(self) -> Arguments:
        from atlas.language.english import arguments

        return arguments

    @cached_property
    def passwords(self) -> Passwords:
        from atlas.language.english import passwords

        return passwords

    @cached_property
    def spoken_secrets(self) -> SpokenSecrets:
        from atlas.language.english import spoken_secrets

        return spoken_secrets
