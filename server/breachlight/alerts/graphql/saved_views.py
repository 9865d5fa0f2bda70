"""GraphQL: the views of the lists of alerts that a user keeps."""

from typing import Annotated, cast

import strawberry

from breachlight.alerts.models import AlertList
from breachlight.alerts.saved_views import service as saved_views
from breachlight.auth.graphql_info import Info
from breachlight.graphql.context import require_subject
from breachlight.graphql.errors import NotFoundProblem, RefusedProblem, ValidationProblem

strawberry.enum(AlertList)


@strawberry.type
class SavedView:
    """Filters, order and columns of a list that a user keeps under a name."""

    id: strawberry.ID
    name: str
    query: str = strawberry.field(description="The query string of the list, without the page and the open detection.")


@strawberry.input
class SaveViewInput:
    """A view to save."""

    list: AlertList
    name: str
    query: str
    id: strawberry.ID | None = strawberry.field(
        default=None, description="ID of the view to replace; omit to create one."
    )


@strawberry.type
class SavedViewSuccess:
    """The saved view."""

    view: SavedView


@strawberry.type
class DeleteViewSuccess:
    """The view is gone."""

    id: strawberry.ID


SavedViewResult = Annotated[
    SavedViewSuccess | ValidationProblem | NotFoundProblem | RefusedProblem, strawberry.union("SavedViewResult")
]
DeleteViewResult = Annotated[DeleteViewSuccess | NotFoundProblem | RefusedProblem, strawberry.union("DeleteViewResult")]


async def _saved_views(
    info: Info, list_name: Annotated[AlertList, strawberry.argument(name="list")]
) -> list[SavedView]:
    return cast("list[SavedView]", await saved_views.list_views(await require_subject(info), list_name))


@strawberry.type
class SavedViewQuery:
    """Queries of saved views."""

    saved_views: list[SavedView] = strawberry.field(
        resolver=_saved_views, description="The user's own views of a list, by name."
    )


@strawberry.type
class SavedViewMutation:
    """Mutations of saved views."""

    @strawberry.mutation
    async def save_view(self, info: Info, input: SaveViewInput) -> SavedViewResult:  # noqa: A002 -- the schema's name for it
        """Keep a view, at most 50 of a list, or change one."""
        view = await saved_views.save_view(
            await require_subject(info), input.list, input.name, input.query, view_id=input.id
        )
        return SavedViewSuccess(view=cast("SavedView", view))

    @strawberry.mutation
    async def rename_view(self, info: Info, id: strawberry.ID, name: str) -> SavedViewResult:  # noqa: A002 -- the schema's name for it
        """Give a view another name."""
        view = await saved_views.rename_view(await require_subject(info), id, name)
        return SavedViewSuccess(view=cast("SavedView", view))

    @strawberry.mutation
    async def delete_view(self, info: Info, id: strawberry.ID) -> DeleteViewResult:  # noqa: A002 -- the schema's name for it
        """Delete a view."""
        await saved_views.delete_view(await require_subject(info), id)
        return DeleteViewSuccess(id=id)
