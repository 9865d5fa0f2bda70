"""Profile pictures by their unguessable, permanent URLs."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from breachlight.accounts import repository
from breachlight.kit.identifiers import parse_id

# Private: shared caches must not store profile pictures.
_FOR_EVER = {"Cache-Control": "private, max-age=31536000, immutable", "Content-Disposition": "inline"}


async def _image(request: Request) -> Response:
    identifier = parse_id(request.path_params["id"])
    image = await repository.find_image(identifier) if identifier else None
    if image is None or str(image.id) != request.path_params["id"]:
        return PlainTextResponse("Not found", 404, {"Cache-Control": "no-store"})
    return Response(bytes(image.content), 200, _FOR_EVER, "image/webp")


def image_routes() -> list[BaseRoute]:
    """Return the route of profile pictures; browsers load them without a token."""
    return [Route("/images/{id}.webp", _image, methods=["GET"])]
