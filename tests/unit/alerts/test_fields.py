from breachlight.alerts.export.formats import columns
from breachlight.alerts.fields import (
    Face,
    Part,
    View,
    as_plain,
    column,
    columns_by_path,
    columns_of,
    computed,
    export_columns,
)
from breachlight.alerts.views import columns_for


class Site(Part, prefix="site_"):
    name: str = column("s.name", export_as="site")
    rank: int = column("s.rank", faces=Face.GRAPHQL)


class Match(Part):
    host: str | None = column("f.host", "Where it was found.")

    @property
    @computed(sealed="f.secret IS NOT NULL", faces=~Face.EXPORT)
    def secrets(self) -> list[str]:
        """One mask for each."""
        return ["***"] if self["sealed"] else []

    @property
    @computed(site_name="s.name")
    def site(self) -> Site | None:
        """The site, if known."""
        return Site(self) if self["site_name"] else None


ROW = {"host": "shop.example", "sealed": True, "site_name": "Shop", "site_rank": 3}


def test_a_declared_field_is_read_from_its_column() -> None:
    match = Match(ROW)
    assert (match.host, match.secrets) == ("shop.example", ["***"])
    assert match.site is not None
    assert (match.site.name, match.site.rank) == ("Shop", 3)
    assert [field.description for field in Match.fields] == [
        "Where it was found.",
        "One mask for each.",
        "The site, if known.",
    ]


def test_select_lists_follow_from_the_declaration() -> None:
    assert columns_of(Match) == {
        "host": "f.host",
        "sealed": "f.secret IS NOT NULL",
        "site_name": "s.name",
        "site_rank": "s.rank",
    }
    assert columns_by_path(Match)["site"] == {"site_name"}
    assert columns_by_path(Match)["site.rank"] == {"site_rank"}


def test_each_face_shows_its_fields_only() -> None:
    assert {name: read(Match(ROW)) for name, read in export_columns(Match).items()} == {
        "host": "shop.example",
        "site": "Shop",
    }
    assert [read(Match({**ROW, "site_name": None})) for read in export_columns(Match).values()][1] is None
    assert as_plain(Match(ROW), Face.GRAPHQL, Match) == {
        "host": "shop.example",
        "secrets": ["***"],
        "site": {"name": "Shop", "rank": 3},
    }
    assert as_plain(Match(ROW), Face.REST, Match)["site"] == "Shop"


def test_a_field_knows_the_view_it_shows() -> None:
    kinds: dict[str, type[View] | None] = {field.name: field.view for field in Match.fields}
    assert kinds == {"host": None, "secrets": None, "site": Site}


def test_a_list_selects_what_it_shows() -> None:
    assert columns_for(frozenset({"datetime"})) == ("a.id::text AS id, a.datetime AS datetime, a.sequence AS sequence")
    assert "machine" not in columns_for(frozenset({"breach_record", "breach_record.url"}))
    assert "a.machine" in columns_for(frozenset({"breach_record", "breach_record.machine", "breach_record.machine.ip"}))


def test_the_columns_of_exported_files_stay() -> None:
    assert columns(include_passwords=False) == (
        "id",
        "datetime",
        "is_read",
        "is_closed",
        "domain",
        "user",
        "assignee",
        "severity_score",
        "severity_level",
        "leak",
        "leak_title",
        "url",
        "host",
        "app",
        "usernames",
        "password_type",
        "first_seen",
        "last_seen",
        "sightings",
        "previous_alert_id",
        "retracted_at",
        "erased_at",
        "machine_family",
        "machine_computer",
        "machine_user_name",
        "machine_ip",
        "machine_country",
        "machine_operating_system",
        "machine_infected_at",
        "machine_software",
    )
