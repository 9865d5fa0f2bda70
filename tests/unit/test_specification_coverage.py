"""The generator of docs/specification-coverage.md: which marks it reads, what it refuses, what it writes."""

from specification_coverage import (
    Marks,
    Statement,
    client_marks,
    coverage_page,
    faults,
    generate,
    python_marks,
    rows_page,
)

PYTHON = """
@pytest.mark.spec("S2.1", "B3.4")
@pytest.mark.parametrize("name", ["a"])
async def test_one(name): ...

def test_a07_g12_two(): ...

@pytest.mark.spec("S2.2")
def helper(): ...
"""
CLIENT = """
// spec: S2.1
it('stands alone', () => {});
describe('a group (of two)', () => {
  // spec: S2.2 S2.3
  it.each([
    ['x', 1],
  ])('says %s', (name) => {});

  it("a33: shows the user's text", () => {});

  // spec: S2.4
  const unrelated = 1;
});
"""


def test_marks_of_python_tests_and_rows_in_their_names() -> None:
    marks = Marks()
    python_marks("tests/x.py", PYTHON, marks)
    assert marks.tests == {
        "S2.1": ["tests/x.py::test_one"],
        "B3.4": ["tests/x.py::test_one"],
        "A07": ["tests/x.py::test_a07_g12_two"],
        "G12": ["tests/x.py::test_a07_g12_two"],
    }
    assert marks.faults == ["tests/x.py: S2.2 marks helper, which is no test"]


def test_marks_of_client_tests_and_rows_in_their_titles() -> None:
    marks = Marks()
    client_marks("x.test.ts", CLIENT, marks)
    assert marks.tests == {
        "S2.1": ["x.test.ts::stands alone"],
        "S2.2": ["x.test.ts::a group (of two) > says %s"],
        "S2.3": ["x.test.ts::a group (of two) > says %s"],
        "A33": ["x.test.ts::a group (of two) > a33: shows the user's text"],
    }
    assert marks.faults == ["x.test.ts: no test follows '// spec: S2.4'"]


def test_undeclared_and_repeated_ids_are_refused() -> None:
    marks = Marks(tests={"S1.1": ["t::a"], "A01": ["t::b"], "S9.99": ["t::c"]})
    declared = [
        Statement("S1.1", "One.", "specification.md", "1."),
        Statement("S1.1", "Again.", "specification.md", "1."),
    ]
    assert faults(marks, declared, ["A01"]) == [
        "S1.1 is declared twice",
        "t::c names S9.99, which no document declares",
    ]


def test_statements_without_a_test_are_listed_as_such() -> None:
    declared = [
        Statement("S1.1", "One.", "specification.md", "1."),
        Statement("S1.2", "Two.", "specification.md", "1."),
    ]
    page = coverage_page(declared, Marks(tests={"S1.1": ["t::a"]}), {"S1.2"})
    assert "1 of 2 statements have a test. Without one:\n\n- S1.2: Two." in page
    assert "| S1.1 One. | `t::a` |" in page
    assert "| S1.2* Two. | no test |" in page


def test_rows_of_hostile_inputs_get_their_tests() -> None:
    table = "| A01 | Input | Required | old |\n| A02 | Input | Required | |"
    assert rows_page(table, Marks(tests={"A01": ["t::a"]})) == (
        "| A01 | Input | Required | `t::a` |\n| A02 | Input | Required | no test |"
    )


def test_every_mark_names_a_declared_statement_or_row() -> None:
    _, wrong = generate()
    assert wrong == []
