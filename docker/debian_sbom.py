"""Print the Debian packages of this system as a CycloneDX 1.6 bill of materials."""

import json
import platform
import subprocess
from urllib.parse import quote

FIELDS = r"${binary:Package}\t${Version}\t${Architecture}\t${source:Package}\n"


def component(line: str) -> dict[str, object]:
    """Describe one line of dpkg-query."""
    name, version, architecture, source = line.split("\t")
    name = name.partition(":")[0]
    purl = f"pkg:deb/debian/{quote(name)}@{quote(version)}?arch={architecture}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        "properties": [{"name": "debian:source", "value": source}],
    }


lines = subprocess.run(["dpkg-query", "--show", f"--showformat={FIELDS}"], check=True, capture_output=True, text=True)
release = platform.freedesktop_os_release()
system = {"type": "operating-system", "name": release["ID"], "version": release.get("VERSION_ID", "")}
bill = {
    "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
    "bomFormat": "CycloneDX",
    "specVersion": "1.6",
    "version": 1,
    "metadata": {"component": system},
    "components": [component(line) for line in lines.stdout.splitlines()],
}
print(json.dumps(bill, indent=2))
