"""Uploaded pictures, re-encoded as small squares without metadata."""

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from breachlight.kit.errors import ValidationError
from breachlight.kit.messages import Sentence, say

if TYPE_CHECKING:  # Pillow takes 4 MiB, and few API processes ever get a picture
    from PIL import Image

LARGEST_BYTES: Final = 512 * 1024
MOST_PIXELS: Final = 25_000_000
SIDE: Final = 256
"""Pixels of a side of the stored picture."""

_FORMATS: Final = ("PNG", "JPEG", "WEBP")
_KINDS: Final = say("Choose a PNG, JPEG or WebP picture.")
_QUALITY: Final = 85

# One at a time: a small file may need 100 MB while it is decoded.
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")


async def square_picture(content: bytes) -> bytes:
    """Return the middle square of a picture as WebP of 256 by 256 pixels, turned upright, without metadata.

    The content decides the format, not the file name; of an animation the first frame counts.

    Raises:
        ValidationError: field ``image``: more than 512 KiB or 25 megapixels, of another format, or damaged.
    """
    if len(content) > LARGEST_BYTES:
        raise _refused(say("The picture can't be larger than 512 KiB."))
    return await asyncio.get_running_loop().run_in_executor(_pool, _square, content)


def _square(content: bytes) -> bytes:
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(content), formats=_FORMATS) as picture:
            # The size is known before anything is decoded.
            width, height = picture.size
            if width * height > MOST_PIXELS:
                raise _refused(say("The picture can't have more than 25 megapixels."))
            picture.draft("RGB", (2 * SIDE, 2 * SIDE))  # only JPEG: decodes at a fraction of its size
            ImageOps.exif_transpose(picture, in_place=True)
            return _encoded(picture)
    except ValidationError:
        raise
    except Image.DecompressionBombError:
        raise _refused(say("The picture can't have more than 25 megapixels.")) from None
    except UnidentifiedImageError:
        raise _refused(_KINDS) from None
    except Exception:  # a decoder may raise anything on hostile bytes
        raise _refused(say("Unsupported or corrupt image.")) from None


def _encoded(picture: "Image.Image") -> bytes:
    from PIL import Image

    side = min(picture.size)
    left, top = (picture.width - side) // 2, (picture.height - side) // 2
    mode = "RGBA" if picture.has_transparency_data else "RGB"
    whole = picture if picture.mode == mode else picture.convert(mode)
    middle = (left, top, left + side, top + side)
    small = whole.resize((SIDE, SIDE), Image.Resampling.LANCZOS, box=middle, reducing_gap=3.0)
    # Built from pixels only: Pillow would copy colour profiles and EXIF.
    bare = Image.frombytes(mode, small.size, small.tobytes())
    written = io.BytesIO()
    bare.save(written, "WEBP", quality=_QUALITY)
    return written.getvalue()


def _refused(message: Sentence) -> ValidationError:
    return ValidationError({"image": [message]})
