"""The base of every model, and the mark of those that a cluster distributes."""

from typing import TypeVar

from tortoise import models

Model = models.Model


def _no_comments(cls: type[Model]) -> dict[str, str]:  # noqa: ARG001 -- Tortoise's interface
    return {}


AnyModel = TypeVar("AnyModel", bound=type[Model])
_distributed: list[type[Model]] = []


def distributed_by_account(model: AnyModel) -> AnyModel:
    """Mark a model whose table grows with detections: ``account_id`` begins its primary and all its unique keys.

    Tortoise has keys of one column, so for it ``id`` stays the key; the migration of the table declares ``PRIMARY KEY (account_id,
    id)``. Queries name the account with the id: there is no index of ids alone.
    """
    _distributed.append(model)
    return model


def distributed_models() -> list[type[Model]]:
    """Return the marked models of all modules that were imported."""
    return sorted(_distributed, key=lambda model: model._meta.db_table)  # noqa: SLF001 -- Tortoise has no public way to it


# For each model Tortoise parses the source of its whole module, in search of "#:" comments, of which ours have none (they
# use ``description=``). Before Python 3.13 that takes a quarter of a second of every start.
models._get_comments = _no_comments  # noqa: SLF001 -- Tortoise has no setting for it
