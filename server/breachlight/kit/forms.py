"""Forms of settings, each with the sentence about a value that has another."""

import re
from typing import Final

FORMS: Final = {
    "analytics_id": (
        re.compile(r"G-[A-Z0-9]{4,20}"),
        "it must be the measurement ID of a Google Analytics 4 property, such as G-ABC123DEF4",
    ),
    "clamd_address": (
        re.compile(r"unix:/.+|(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+):[0-9]{1,5}"),
        "it must be host:port, such as 127.0.0.1:3310, or unix: with the path of clamd's socket",
    ),
    "watched_bucket": (
        re.compile(r"s3://[a-z0-9][a-z0-9.-]*(/\S*)?"),
        "it must be s3:// with the name of a bucket, and a prefix if you like, such as s3://leaks/incoming",
    ),
}
