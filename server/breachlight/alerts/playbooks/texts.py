"""The texts of steps: documents that operators edit (``text_documents``)."""

from typing import Any, Final, Self

from pydantic import BaseModel, ConfigDict, create_model

from breachlight.alerts.playbooks.checklists import Step
from breachlight.alerts.text_documents import TextDocuments
from breachlight.kit.documents import Line, Text
from breachlight.kit.messages import Sentence
from breachlight.kit.messages.catalogues import DEFAULT_LANGUAGE

_CONFIG: Final = ConfigDict(frozen=True, extra="forbid")


class StepText(BaseModel):
    """What a step says."""

    model_config = _CONFIG

    title: Line
    body: Text


_FIELDS: Final[dict[str, Any]] = {step.value: (StepText | None, None) for step in Step}
_StepTexts: Final[type[BaseModel]] = create_model("StepTexts", __config__=_CONFIG, **_FIELDS)
DOCUMENTS: Final[TextDocuments[StepText]] = TextDocuments("playbooks.yaml", _StepTexts)
"""A text for each step, or for some of them."""


class StepSentence(Sentence):
    """The title or body of a step, in the language in which it is read."""

    __slots__ = ("_name", "_step")
    _step: Step
    _name: str

    @classmethod
    def of(cls, step: Step, name: str) -> Self:
        """Return a field of the text of a step."""
        made = cls(_text(step, name, DEFAULT_LANGUAGE), {})
        made._step, made._name = step, name
        return made

    def in_language(self, language: str) -> str:
        """Return the text in a language; in English where neither the operator nor the product has it."""
        return _text(self._step, self._name, language)


def _text(step: Step, name: str, language: str) -> str:
    text: str = getattr(DOCUMENTS.find(step, language), name)
    return text
