"""A writer of SQL dumps."""

from collections.abc import Callable, Sequence

from leak_writers.records import LeakRecord

DIALECTS = ("mysql", "mysql-rows", "postgresql", "copy", "mssql", "sqlite")


def write(records: Sequence[LeakRecord], dialect: str = "mysql", *, rows_a_statement: int = 3) -> bytes:
    """Write a table of credentials (id, email, secret, salt) between others that have none."""
    return getattr(_Writers, dialect.replace("-", "_"))(records, rows_a_statement).encode()


class _Writers:
    @staticmethod
    def mysql(records: Sequence[LeakRecord], rows: int) -> str:
        return (
            "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `users`;\n"
            "CREATE TABLE `users` (\n  `id` int(11) NOT NULL,\n  `user_email` varchar(255) DEFAULT 'a,(',\n"
            "  `user_pass` text,\n  `salt` decimal(10,2),\n  PRIMARY KEY (`id`)\n) ENGINE=InnoDB;\n"
            "CREATE TABLE `posts` (`id` int, `text` text);\nINSERT INTO `posts` VALUES (1,'(me@x.example,\\'a\\');'),(2,NULL);\n"
            + _inserts("INSERT INTO `users` VALUES ", records, rows, _mysql, ",")
            + "INSERT INTO `posts` (`id`,`text`) VALUES (3,'x');\n"
        )

    @staticmethod
    def mysql_rows(records: Sequence[LeakRecord], rows: int) -> str:
        return _inserts("INSERT INTO `users` (id, email, password, salt) VALUES\n", records, 10**6, _mysql, ",\n")

    @staticmethod
    def postgresql(records: Sequence[LeakRecord], rows: int) -> str:
        return "-- PostgreSQL database dump\nSET x = 'a;b';\n" + _inserts(
            'INSERT INTO public."users" (id, email, password, salt) VALUES ', records, rows, _standard, ", "
        )

    @staticmethod
    def copy(records: Sequence[LeakRecord], rows: int) -> str:
        lines = "".join(
            "\t".join([str(number), _copied(record.login), _copied(record.secret), _copied(record.salt)]) + "\n"
            for number, record in enumerate(records)
        )
        return (
            "-- PostgreSQL database dump\nCOPY public.posts (id, text) FROM stdin;\n1\t(a\\tb);\n\\.\n\n"
            f"COPY public.users (id, email, password, salt) FROM stdin;\n{lines}\\.\n\nSELECT 1;\n"
        )

    @staticmethod
    def mssql(records: Sequence[LeakRecord], rows: int) -> str:
        return "SET IDENTITY_INSERT [dbo].[Users] ON\nGO\n" + "".join(
            f"INSERT [dbo].[Users] ([Id], [Email], [Password], [Salt], [At]) VALUES ({number}, {_n(record.login)},"
            f" {_n(record.secret)}, {_n(record.salt)}, CAST(N'2015-01-01' AS DateTime))\nGO\n"
            for number, record in enumerate(records)
        )

    @staticmethod
    def sqlite(records: Sequence[LeakRecord], rows: int) -> str:
        return (
            "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"
            'CREATE TABLE users(id INTEGER PRIMARY KEY, "email" TEXT, password TEXT, salt TEXT);\n'
            + _inserts("INSERT INTO users VALUES", records, 1, _standard, ",")
            + "COMMIT;\n"
        )


def _inserts(
    head: str, records: Sequence[LeakRecord], rows: int, quoted: Callable[[str | None], str], between: str
) -> str:
    texts = [
        f"({number},{quoted(record.login)},{quoted(record.secret)},{quoted(record.salt)})"
        for number, record in enumerate(records)
    ]
    groups = [texts[start : start + rows] for start in range(0, len(texts), rows)]
    return "".join(head + between.join(group) + ";\n" for group in groups)


def _mysql(text: str | None) -> str:
    if text is None:
        return "NULL"
    escaped = (
        text.replace("\\", "\\\\").replace("'", "\\'").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    )
    return f"'{escaped}'"


def _standard(text: str | None) -> str:
    return "NULL" if text is None else "'" + text.replace("'", "''") + "'"


def _n(text: str | None) -> str:
    return "NULL" if text is None else "N" + _standard(text)


def _copied(text: str | None) -> str:
    if text is None:
        return "\\N"
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
