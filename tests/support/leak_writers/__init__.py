"""Writers of leak files: known records in every format, for tests of recall and precision."""
