"""The documents of server/content as they lie there, read without the product, and what changes are made to them."""

from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

CONTENT = Path(__file__).parents[2] / "server" / "content"
TYPES = ("homepage", "footer", "terms-of-use", "privacy-policy")
DRAFTED = "Drafted for a test"
"""A text that stands in no published document."""


@dataclass(frozen=True)
class Version:
    """What is published of a document, and what is drafted; the two are equal where nobody changes anything."""

    published: dict[str, Any]
    draft: dict[str, Any]


@dataclass(frozen=True)
class Documents:
    """All documents by type and locale."""

    locales: list[dict[str, str]]
    versions: dict[str, dict[str, Version]] = field(default_factory=dict)

    @property
    def codes(self) -> list[str]:
        return [locale["code"] for locale in self.locales]

    def for_strapi(self) -> dict[str, Any]:
        """Return what project/fill.js takes: a draft only where it differs."""
        return {
            "locales": self.locales,
            "media": str(CONTENT / "media"),
            "documents": {
                name: {
                    code: {
                        "published": version.published,
                        "draft": None if version.draft == version.published else version.draft,
                    }
                    for code, version in versions.items()
                }
                for name, versions in self.versions.items()
            },
        }


def read_documents(folder: Path = CONTENT) -> Documents:
    """Return the documents of a folder."""
    documents = Documents(yaml.safe_load((folder / "locales.yaml").read_text("utf-8")))
    for name in TYPES:
        documents.versions[name] = {}
        for code in documents.codes:
            published = _read(folder / code, name)
            assert published is not None, f"{code}/{name} is missing"
            draft = _read(folder / code, f"{name}.draft")
            documents.versions[name][code] = Version(published, published if draft is None else draft)
    return documents


def write_draft(folder: Path, code: str) -> None:
    """Add drafts of the homepage, the footer and the terms of a locale to what is published there."""
    homepage = deepcopy(_read(folder / code, "homepage"))
    assert homepage is not None
    homepage["hero"]["heading"] = DRAFTED
    homepage["faq"]["questions"].reverse()
    (folder / code / "homepage.draft.yaml").write_text(yaml.safe_dump(homepage, allow_unicode=True), "utf-8")
    footer = {"copyrightText": DRAFTED, "links": []}
    (folder / code / "footer.draft.yaml").write_text(yaml.safe_dump(footer), "utf-8")
    (folder / code / "terms-of-use.draft.md").write_text(f"# {DRAFTED}\n\nOne *paragraph*.\n", "utf-8")


def _read(folder: Path, name: str) -> dict[str, Any] | None:
    if (document := folder / f"{name}.yaml").exists():
        fields: dict[str, Any] = yaml.safe_load(document.read_text("utf-8"))
        return fields
    if (document := folder / f"{name}.md").exists():
        return {"Content": document.read_text("utf-8")}
    return None
