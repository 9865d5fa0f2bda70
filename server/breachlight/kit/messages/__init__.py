"""Server messages in the reader's language.

Every sentence is written in English where it is raised or answered, and wrapped: ``say("Not found.")``, with values
``say("{domain} is enabled.", domain=name)``, or ``say_counted("{count} day is left.", "{count} days are left.", 3)``. The English
template is its name in the catalogues in this folder (gettext, ``<language>.po``). A sentence is an ordinary English ``str`` to
logs and the command line; ``kit.json`` alone prints it in the language of the answer that is being given.
"""

from breachlight.kit.messages.sentences import Sentence, say, say_counted, say_day

__all__ = ["Sentence", "say", "say_counted", "say_day"]
