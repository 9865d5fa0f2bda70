"""The base of every model."""

from tortoise import models

Model = models.Model


def _no_comments(cls: type[Model]) -> dict[str, str]:  # noqa: ARG001 -- Tortoise's interface
    return {}


# For each model Tortoise parses the source of its whole module, in search of "#:" comments, of which ours have none (they
# use ``description=``). Before Python 3.13 that takes a quarter of a second of every start.
models._get_comments = _no_comments  # noqa: SLF001 -- Tortoise has no setting for it
