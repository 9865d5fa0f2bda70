"""Messages about operations on alerts."""

from collections.abc import Callable, Mapping
from typing import Final

from breachlight.alerts.models import AlertAction
from breachlight.kit.messages import Sentence, say, say_counted

DONE: Final[Mapping[AlertAction, Callable[[int], Sentence]]] = {
    AlertAction.READ: lambda count: say_counted(
        "{count} detection marked as read.", "{count} detections marked as read.", count
    ),
    AlertAction.UNREAD: lambda count: say_counted(
        "{count} detection marked as unread.", "{count} detections marked as unread.", count
    ),
    AlertAction.CLOSE: lambda count: say_counted("{count} detection closed.", "{count} detections closed.", count),
    AlertAction.REOPEN: lambda count: say_counted("{count} detection reopened.", "{count} detections reopened.", count),
    AlertAction.ASSIGN: lambda count: say_counted("{count} detection assigned.", "{count} detections assigned.", count),
}
"""By how many alerts were changed."""

QUEUED: Final[Mapping[AlertAction, Callable[[int], Sentence]]] = {
    AlertAction.READ: lambda most: say(
        "More than {most} detections are being marked as read in the background.", most=most
    ),
    AlertAction.UNREAD: lambda most: say(
        "More than {most} detections are being marked as unread in the background.", most=most
    ),
    AlertAction.CLOSE: lambda most: say("More than {most} detections are being closed in the background.", most=most),
    AlertAction.REOPEN: lambda most: say(
        "More than {most} detections are being reopened in the background.", most=most
    ),
    AlertAction.ASSIGN: lambda most: say(
        "More than {most} detections are being assigned in the background.", most=most
    ),
}
"""By how many alerts are changed at once; these are more."""


def undone(count: int) -> Sentence:
    """Return the message after an undo."""
    return say_counted("{count} detection restored.", "{count} detections restored.", count)


def undo_queued(most: int) -> Sentence:
    """Say that more than ``most`` alerts are being given back their former state."""
    return say("More than {most} detections are being restored in the background.", most=most)
