"""Reading of archives: members are streams of bytes, never files; their names are shown and never used as paths."""
