"""Pictures of users: what is taken, what is made of it, and where it is shown."""

import asyncio
import base64
import io
import struct
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import httpx
import pytest
from callers import Caller
from PIL import Image, PngImagePlugin

SignIn = Callable[..., Awaitable[Caller]]

RESULT = """{ __typename ... on UpdateProfileSuccess { message account { user { imageUrl } } }
  ... on Problem { message code } ... on ValidationProblem { fieldErrors { field messages } } }"""
SET = f"mutation ($image: String!) {{ setUserImage(image: $image) {RESULT} }}"
REMOVE = f"mutation {{ removeUserImage {RESULT} }}"
CANARY = b"CANARY-of-metadata"


async def send(caller: Caller, content: bytes) -> dict[str, Any]:
    answer = await caller.graphql(SET, {"image": base64.b64encode(content).decode()})
    assert "errors" not in answer, answer
    result: dict[str, Any] = answer["data"]["setUserImage"]
    return result


async def taken(caller: Caller, content: bytes) -> str:
    """Send a picture that is taken, and return its address."""
    result = await send(caller, content)
    assert result["__typename"] == "UpdateProfileSuccess", result
    address: str = result["account"]["user"]["imageUrl"]
    return address


async def shown(caller: Caller, content: bytes) -> Image.Image:
    """Send a picture that is taken, and return what is shown."""
    response = await caller.http.get(await taken(caller, content))
    assert response.status_code == 200
    return Image.open(io.BytesIO(response.content))


def written(picture: Image.Image, kind: str, **options: Any) -> bytes:
    content = io.BytesIO()
    picture.save(content, kind, **options)
    return content.getvalue()


def halves(width: int = 400, height: int = 200, mode: str = "RGB") -> Image.Image:
    """A picture that is red on the left and blue on the right."""
    picture = Image.new("RGB", (width, height), (220, 20, 20))
    picture.paste((20, 20, 220), (width // 2, 0, width, height))
    return picture.convert(mode)


def is_red(pixel: Any) -> bool:
    return bool(pixel[0] > 150 > pixel[2])


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def with_text(png: bytes, length: int) -> bytes:
    """The PNG with a text before its pixels that is small only while it is compressed."""
    header = 8 + 25
    return png[:header] + chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"x" * length)) + png[header:]


def png_of(width: int, height: int) -> bytes:
    """A PNG whose header promises more than its few bytes hold."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(10_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def webp_of(width: int, height: int) -> bytes:
    """An animated WebP whose canvas is larger than its only picture."""

    def size(number: int) -> bytes:
        return struct.pack("<I", number - 1)[:3]

    small = written(Image.new("RGB", (16, 16)), "WEBP")[12:]
    frame = bytes(6) + size(16) + size(16) + b"\x64\0\0\0" + small
    body = b"WEBPVP8X" + struct.pack("<I", 10) + b"\x02\0\0\0" + size(width) + size(height)
    body += b"ANIM" + struct.pack("<I", 6) + bytes(6) + b"ANMF" + struct.pack("<I", len(frame)) + frame
    return b"RIFF" + struct.pack("<I", len(body)) + body


@pytest.mark.spec("S2.55", "X14")
async def test_a_picture_becomes_a_square_of_256_pixels_at_an_address_of_its_own(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    address = await taken(caller, written(halves(), "PNG"))
    response = await caller.http.get(address)
    assert response.headers["content-type"] == "image/webp"
    assert response.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in response.headers["content-security-policy"]
    picture = Image.open(io.BytesIO(response.content))
    assert (picture.format, picture.size) == ("WEBP", (256, 256))
    assert is_red(picture.getpixel((20, 128)))
    assert not is_red(picture.getpixel((236, 128)))
    assert (await caller.get("/api/v1/account/info")).json()["user"]["image_url"] == address
    kinds = await connection.fetch("SELECT kind FROM security_events WHERE kind = 'image_changed'")
    assert len(kinds) == 1


async def test_every_kind_and_colour_is_taken(sign_in: SignIn) -> None:
    caller = await sign_in()
    for kind, modes in {
        "PNG": ("RGB", "RGBA", "P", "L", "LA", "1", "I;16"),
        "JPEG": ("RGB", "L", "CMYK"),
        "WEBP": ("RGB", "RGBA"),
    }.items():
        for mode in modes:
            plain = Image.new("I;16", (40, 30)) if mode == "I;16" else halves(40, 30, mode)
            assert (await shown(caller, written(plain, kind))).size == (256, 256), (kind, mode)


async def test_what_is_seen_through_stays_so(sign_in: SignIn) -> None:
    clear = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
    picture = await shown(await sign_in(), written(clear, "PNG"))
    assert picture.convert("RGBA").getpixel((128, 128))[3] == 0


async def test_the_middle_is_kept_and_the_picture_turned_upright(sign_in: SignIn) -> None:
    caller = await sign_in()
    wide = Image.new("RGB", (900, 300), (20, 20, 220))
    wide.paste((220, 20, 20), (300, 0, 600, 300))
    picture = await shown(caller, written(wide, "JPEG", quality=95))
    assert all(is_red(picture.getpixel(place)) for place in ((4, 4), (251, 251), (128, 128)))
    turned = Image.Exif()
    turned[0x0112] = 6  # the camera was held upright: turn by 90 degrees to the right
    for kind in ("JPEG", "PNG", "WEBP"):
        picture = await shown(caller, written(halves(300, 300), kind, exif=turned))
        assert is_red(picture.getpixel((128, 20))), kind
        assert not is_red(picture.getpixel((128, 236))), kind


@pytest.mark.spec("X14")
async def test_nothing_but_the_pixels_is_kept(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    where = Image.Exif()
    where[0x010E] = CANARY.decode()
    where[0x8825] = {1: "N", 2: (59.0, 55.0, 0.0)}
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", CANARY.decode())
    text.add_itxt("XML:com.adobe.xmp", CANARY.decode(), zip=True)
    page = b"<html><script>alert(1)</script>" + CANARY
    for content in (
        written(halves(), "JPEG", exif=where, icc_profile=CANARY, comment=CANARY),
        written(halves(), "PNG", exif=where, pnginfo=text, icc_profile=CANARY),
        written(halves(), "WEBP", exif=where, icc_profile=CANARY, xmp=CANARY),
        written(halves(), "PNG") + page,
        written(halves(), "JPEG") + b"PK\x03\x04" + page,
    ):
        response = await caller.http.get(await taken(caller, content))
        kept = Image.open(io.BytesIO(response.content))
        assert not kept.getexif()
        assert {"icc_profile", "xmp", "exif"}.isdisjoint(kept.info)
        assert CANARY not in response.content
        assert b"<script>" not in response.content
    assert CANARY not in bytes(await connection.fetchval("SELECT content FROM user_images"))


async def test_of_an_animation_the_first_picture_counts(sign_in: SignIn) -> None:
    caller = await sign_in()
    red, blue = Image.new("RGB", (64, 64), (220, 20, 20)), Image.new("RGB", (64, 64), (20, 20, 220))
    for kind in ("PNG", "WEBP"):
        picture = await shown(caller, written(red, kind, save_all=True, append_images=[blue] * 5))
        assert is_red(picture.getpixel((128, 128)))
        assert getattr(picture, "n_frames", 1) == 1


@pytest.mark.spec("X14")
async def test_hostile_pictures_are_refused_and_the_old_one_stays(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    address = await taken(caller, written(halves(), "PNG"))
    whole = {kind: written(Image.effect_noise((200, 200), 60), kind) for kind in ("PNG", "JPEG", "WEBP")}
    hostile = {
        "empty": b"",
        "text": b"not a picture",
        "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        "gif": written(halves(), "GIF"),
        "bmp": written(halves(), "BMP"),
        "tiff": written(halves(), "TIFF"),
        "page that begins like a gif": b"GIF89a<script>alert(1)</script>",
        "bomb of 2,500 megapixels": png_of(50_000, 50_000),
        "bomb of 36 megapixels": png_of(6_000, 6_000),
        "bomb in a canvas": webp_of(16_384, 16_384),
        "nothing wide": png_of(0, 10),
        "more promised than held": png_of(4_000, 4_000),
        "a text of 100 MB": with_text(written(halves(), "PNG"), 100_000_000),
        "header alone": b"\x89PNG\r\n\x1a\n",
        **{f"cut {kind}": content[: len(content) // 2] for kind, content in whole.items()},
        "too many bytes": written(Image.effect_noise((1_000, 700), 100), "PNG"),
    }
    assert len(hostile["too many bytes"]) > 512 * 1024
    for name, content in hostile.items():
        result = await send(caller, content)
        assert result["__typename"] == "ValidationProblem", name
        [problem] = result["fieldErrors"]
        assert (problem["field"], len(problem["messages"])) == ("image", 1)
    for text in ("data:image/png;base64,AAAA", "AAA", "ÄÖÜß", "AA\u2028AA"):
        answer = await caller.graphql(SET, {"image": text})
        assert answer["data"]["setUserImage"]["__typename"] == "ValidationProblem", text
    assert (await caller.http.get(address)).status_code == 200


@pytest.mark.spec("X14")
async def test_a_new_picture_has_a_new_address_and_the_old_one_is_gone(
    sign_in: SignIn, connection: asyncpg.Connection
) -> None:
    caller = await sign_in()
    first = await taken(caller, written(halves(), "PNG"))
    second = await taken(caller, written(halves(), "PNG"))
    assert first != second
    assert (await caller.http.get(first)).status_code == 404
    assert (await caller.http.get(second)).status_code == 200
    answer = await caller.graphql(REMOVE)
    assert answer["data"]["removeUserImage"]["account"]["user"]["imageUrl"] is None
    gone = await caller.http.get(second)
    assert (gone.status_code, gone.headers["cache-control"]) == (404, "no-store")
    await caller.graphql(REMOVE)
    assert await connection.fetchval("SELECT count(*) FROM user_images") == 0
    assert await connection.fetchval("SELECT count(*) FROM security_events WHERE kind = 'image_changed'") == 3


async def test_uploads_at_once_leave_one_picture(sign_in: SignIn, connection: asyncpg.Connection) -> None:
    caller = await sign_in()
    addresses = await asyncio.gather(*(taken(caller, written(halves(), "PNG")) for _ in range(4)))
    kept = (await caller.get("/api/v1/account/info")).json()["user"]["image_url"]
    assert kept in addresses
    assert await connection.fetchval("SELECT '/images/' || id || '.webp' FROM user_images") == kept


async def test_addresses_that_name_no_picture(http: httpx.AsyncClient, sign_in: SignIn) -> None:
    address = await taken(await sign_in(), written(halves(), "PNG"))
    name = address.removeprefix("/images/").removesuffix(".webp")
    assert (await http.get(address)).status_code == 200
    assert (await http.head(address)).status_code == 200
    for path in (
        f"/images/{name.upper()}.webp",
        f"/images/{{{name}}}.webp",
        f"/images/{name.replace('-', '')}.webp",
        f"/images/{name}.png",
        f"/images/{name}",
        "/images/00000000-0000-0000-0000-000000000000.webp",
        "/images/..%2f..%2fetc%2fpasswd.webp",
        "/images/%00.webp",
        "/images/",
    ):
        assert (await http.get(path)).status_code == 404, path
    assert (await http.post(address)).status_code == 405


async def test_uploads_are_rate_limited_and_need_a_session(
    fresh_hour: None, sign_in: SignIn, http: httpx.AsyncClient
) -> None:
    answer = (await http.post("/graphql", json={"query": SET, "variables": {"image": "AAAA"}})).json()
    assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"
    caller = await sign_in()
    results = [(await send(caller, b"no picture"))["__typename"] for _ in range(21)]
    assert results == ["ValidationProblem"] * 20 + ["ThrottledProblem"]
