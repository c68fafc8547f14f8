"""A page once its script has unpacked all that it holds: the sections in their chapters, no ids in the rows."""

import re
from base64 import b85decode
from zlib import decompress

WRITTEN = str.maketrans(".,:", "&<>")  # for these three, which a page escapes


def unpacked(page: str) -> str:
    def filled(match: re.Match[str]) -> str:
        return f"{match[1]}{match[3]}{decompress(b85decode(match[2].translate(WRITTEN))).decode()}"

    return re.sub(r'(<details[^>]*) data-later="([^"]*)"([^>]*>)', filled, re.sub(r'<tr id="[^"]*"', "<tr", page))
