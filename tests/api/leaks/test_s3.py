"""A lake on S3: what is ingested lies in the store sealed, is found again, and can be removed."""

from factories import make_identity
from lake_lookup import find_email
from pydantic import SecretStr
from s3_server import KEY_ID, s3_server

from breachlight.database.connection import dsn
from breachlight.leaks.lake.store import Lake


async def test_a_file_goes_into_a_lake_on_s3_and_is_found_there(bench):
    with s3_server() as store:
        bench.settings = bench.settings.model_copy(
            update={
                "lake_path": "s3://leaks/v1",
                "lake_s3_endpoint": store.endpoint,
                "lake_s3_key_id": KEY_ID,
                "lake_s3_secret": SecretStr("invented"),
                "lake_s3_use_tls": False,
            }
        )
        await bench.connection.execute("DROP SCHEMA lake CASCADE")  # the fixture's lake lies in a folder
        await make_identity(bench.connection, bench.accounts[0], "jo@people.test")
        lines = [f"user{number}@people.test:Blue{number}\n" for number in range(5000)]
        path = bench.write("leak.txt", "jo@people.test:Blue42\n" + "".join(lines))
        with Lake(dsn(bench.settings), bench.settings, bench.ring) as bench.lake:
            (report,) = await bench.ingest(path, batch_bytes=64 << 10)
            assert (report.counts.records, report.counts.alerts) == (5001, 1)
            found = [table["password"].to_pylist() for _, table in find_email(bench.lake, "user4321@people.test")]
            assert found == [["Blue4321"]]
            ((batch_id, _),) = find_email(bench.lake, "jo@people.test")
            bench.lake.remove(batch_id)
            assert list(find_email(bench.lake, "jo@people.test")) == []
            bench.lake.upkeep()
            assert list(find_email(bench.lake, "user4321@people.test"))
        assert len([name for name in store.objects if name.startswith("leaks/v1/main/blocks/")]) > 1
        assert not [
            content for content in store.objects.values() if b"people.test" in content or b"Blue4321" in content
        ]
