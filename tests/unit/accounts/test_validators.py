"""The rules of fields that people fill in, to the letter of the specification."""

import pytest

from breachlight.accounts import validators
from breachlight.kit.errors import ValidationError

PHONE = "Phone number must be in international format, starting with + followed by country code."


@pytest.mark.spec("S5.2", "S9.1")
@pytest.mark.parametrize(
    ("email", "problem"),
    [
        ("ida@people.test", None),
        (" Ida.Moss+work_%-1@mail.people.test ", None),
        ("", "Email is required"),
        (" \t", "Email is required"),
        ("ida", "Enter a valid email address"),
        ("ida@people", "Enter a valid email address"),
        ("ida@people.t", "Enter a valid email address"),
        ("ida@people.technology", "Enter a valid email address"),
        ("ida@people.zzzz", "Enter a valid email address"),
        ("ida moss@people.test", "Enter a valid email address"),
        ("ida@people.test\nBcc: all@people.test", "Enter a valid email address"),
        ("ida@people.test, other@people.test", "Enter a valid email address"),
        ("<ida@people.test>", "Enter a valid email address"),
        ("\u0456da@people.test", "Enter a valid email address"),
        ("ida@people.te\u017ft", "Enter a valid email address"),
        ("a" * 65 + "@people.test", "Enter a valid email address"),
        ("ida@" + "p" * 250 + ".test", "Enter a valid email address"),
        ("ida@people.test\ud800", "Enter a valid email address"),
    ],
)
def test_the_address_of_a_registration(email: str, problem: str | None) -> None:
    assert validators.email_problems(email) == ([problem] if problem else [])


@pytest.mark.spec("S5.5", "S9.1")
@pytest.mark.parametrize(
    ("phone", "problem"),
    [
        ("+12345678901", None),
        (" +123456789012345 ", None),
        ("", "Enter Phone Number"),
        ("+1234567890", PHONE),
        ("+1234567890123456", PHONE),
        ("12345678901", PHONE),
        ("+49 30 12345678", PHONE),
        ("+\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u0660\u0661", PHONE),
        ("+12345678901\n", None),
        ("+12345678901\n1", PHONE),
    ],
)
def test_a_phone_number(phone: str, problem: str | None) -> None:
    assert validators.phone_problems(phone) == ([problem] if problem else [])


@pytest.mark.spec("S5.7")
@pytest.mark.parametrize(
    ("country", "code"),
    [
        ("Germany", "DE"),
        ("germany ", "DE"),
        ("DE", "DE"),
        ("de", "DE"),
        ("Federal Republic of Germany", "DE"),
        ("Bolivia", "BO"),
        ("Bolivia, Plurinational State of", "BO"),
        ("DEU", None),
        ("Atlantis", None),
        ("", None),
    ],
)
def test_a_country_by_name_or_code(country: str, code: str | None) -> None:
    assert validators.country_code(country) == code


@pytest.mark.parametrize("text", ["\0", "a\x07", "a\nb", "a\u2028b", "a\x85b", "\ud800", "\u202egnp.exe", "a\u2066b"])
def test_a_line_with_forbidden_content(text: str) -> None:
    assert validators.text_problems(f"x{text}y") == ["This contains unsupported characters."]


@pytest.mark.parametrize(
    "text", ["O'Neill", "محمد", "משה", "Zoe\u0308", "می\u200cخواهم", "\U0001f469\u200d\U0001f680", "<b>"]
)
def test_a_line_that_is_a_name_somewhere(text: str) -> None:
    assert validators.text_problems(text) == []


def test_a_text_is_measured_as_it_is_stored() -> None:
    assert validators.text_problems("e\u0301" * 200) == []
    assert validators.text_problems("e" * 201) == ["Use at most 200 characters."]
    assert validators.text_problems("x" * 5001, longest=5000) == ["Use at most 5,000 characters."]
    assert validators.text_problems("  ", required=True) == ["Field is Required"]
    assert validators.text_problems("", required=False) == []
    assert validators.text_problems("one\r\ntwo\tthree", may_hold_lines=True) == []
    assert validators.normal("  Zoe\u0308 ") == "Zo\u00eb"


@pytest.mark.spec("S5.7")
@pytest.mark.parametrize(
    ("link", "is_right"),
    [
        ("https://otter.test", True),
        ("http://otter.test:8080/a?b=c#d", True),
        ("HTTPS://otter.test", True),
        ("otter.test", False),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("https://", False),
        ("https://user:pw@otter.test", False),
        ("https://otter.test/a b", False),
        ("https://[::1", False),
        ("ftp://otter.test", False),
        ("//otter.test", False),
    ],
)
def test_the_address_of_a_page(link: str, is_right: bool) -> None:
    assert validators.link_problems(link) == (
        [] if is_right else ["Enter an address that starts with https:// or http://."]
    )


def test_problems_are_collected_and_raised_together() -> None:
    validators.collected({"email": [], "phone": []})
    with pytest.raises(ValidationError) as caught:
        validators.collected({"email": ["a"], "phone": [], "country": ["b", "c"]})
    assert caught.value.field_errors == {"email": ["a"], "country": ["b", "c"]}
