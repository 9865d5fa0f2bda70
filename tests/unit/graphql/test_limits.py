"""What one request may ask for (hostile-inputs G01, G02, G06); work is counted in nodes looked at, never in time."""

import pytest
from graphql import GraphQLSyntaxError, get_introspection_query, parse
from toy_schema import toy_schema

from breachlight.graphql.limits import LIMITS, PARSE_OPTIONS, Measurement, measure
from breachlight.graphql.schema import check_document

SCHEMA = toy_schema()._schema


def measured(query: str) -> Measurement:
    return measure(SCHEMA, parse(query, **PARSE_OPTIONS))


def refusal(query: str, code: str = "QUERY_TOO_COMPLEX") -> str:
    document = parse(query, **PARSE_OPTIONS)
    errors = check_document(SCHEMA, document, introspection=True, suggestions=False)
    assert len(errors) == 1, errors
    assert errors[0].extensions == {"code": code}
    return errors[0].message


def peers(depth: int) -> str:
    return "{ row(id: 1) " + "{ peers(pageSize: 1) " * (depth - 2) + "{ id }" + " }" * (depth - 1)


def bomb(levels: int) -> str:
    """Fragments that each spread the next one twice: 2**levels fields in a few hundred tokens."""
    fragments = " ".join(f"fragment F{n} on Row {{ ...F{n + 1} ...F{n + 1} }}" for n in range(levels))
    return f"{{ row(id: 1) {{ ...F0 }} }} {fragments} fragment F{levels} on Row {{ id }}"


def test_ordinary_queries_pass() -> None:
    query = "query ($n: Int) { rows(pageSize: $n) { total results { id name words tag { label } history { label } } } }"
    assert measured(query).error is None
    assert measured(peers(6)).error is None


def test_introspection_by_graphiql_passes() -> None:
    query = get_introspection_query(specified_by_url=True, directive_is_repeatable=True, input_value_deprecation=True)
    assert measured(query).error is None
    assert check_document(SCHEMA, parse(query), introspection=True, suggestions=True) == []


def test_g01_depth_50() -> None:
    assert measured(peers(LIMITS.depth)).error is None
    for query in (peers(LIMITS.depth + 1), peers(30), peers(50)):
        assert "levels" in refusal(query)
    deep = "".join(f"fragment D{n} on Row {{ peers(pageSize: 1) {{ ...D{n + 1} }} }} " for n in range(50))
    assert "levels" in refusal("{ row(id: 1) { ...D0 } } " + deep + "fragment D50 on Row { id }")


def test_g01_depth_below_introspection_is_bounded_too() -> None:
    inner = "ofType { " * 20 + "name" + " }" * 20
    assert "16 levels" in refusal(f"{{ __schema {{ queryType {{ {inner} }} }} }}")
    assert "12 levels" in refusal(peers(14)[:-1] + " __schema { queryType { name } } }")


def test_g01_inline_fragments_add_no_depth_but_nesting() -> None:
    assert measured("{ " + "... { " * 20 + "hello" + " }" * 21).error is None
    assert "levels of selections" in refusal("{ " + "... { " * 60 + "hello" + " }" * 61)


@pytest.mark.parametrize("levels", [18, 25, 29, 60])
def test_g01_fragment_bomb_is_measured_once_per_fragment_and_gives_one_error(levels: int) -> None:
    query = bomb(levels)
    refusal(query)
    nodes = 2 + 1 + (levels + 1) * 3
    assert measured(query).visited <= nodes


def test_g01_bomb_through_aliased_fields() -> None:
    fragments = "".join(
        f"fragment F{n} on Row {{ a: peers(pageSize: 1) {{ ...F{n + 1} }} b: peers(pageSize: 1) {{ ...F{n + 1} }} }}"
        for n in range(11)
    )
    query = f"{{ row(id: 1) {{ ...F0 }} }} {fragments} fragment F11 on Row {{ id }}"
    refusal(query)
    assert measured(query).visited < 100


@pytest.mark.parametrize(
    "query",
    [
        "{ row(id: 1) { ...A } } fragment A on Row { ...A }",
        "{ row(id: 1) { ...A } } fragment A on Row { peers { ...B } } fragment B on Row { ...C } fragment C on Row { ...A }",
    ],
)
def test_g01_fragment_cycle(query: str) -> None:
    assert "spreads itself" in refusal(query)


def test_g01_a_thousand_aliases() -> None:
    aliases = " ".join(f"a{n}: hello" for n in range(500))
    assert "aliases" in refusal(f"{{ {aliases} }}")
    inside = " ".join(f"a{n}: name" for n in range(10))
    query = f"{{ x: row(id: 1) {{ ...F }} y: row(id: 2) {{ ...F }} z: row(id: 3) {{ ...F }} }} fragment F on Row {{ {inside} }}"
    assert "aliases" in refusal(query)


def test_g01_aliases_over_several_operations_are_added_up() -> None:
    one = " ".join(f"a{n}: hello" for n in range(20))
    assert "aliases" in refusal(f"query A {{ {one} }} query B {{ {one} }}")


def test_g02_directives() -> None:
    assert "directives" in refusal("{ hello " + "@include(if: true) " * 100 + "}")
    assert "directives" in refusal("{ " + "hello @include(if: true) " * 40 + "}")
    assert "directives" in refusal("query " + "@a " * 40 + "{ hello }")
    variables = " ".join(f"$v{n}: Int @a" for n in range(40))
    assert "directives" in refusal(f"query ({variables}) {{ hello }}")


def test_g02_unknown_directives_do_not_each_get_an_error() -> None:
    document = parse("{ hello " + " ".join(f"@unknown{n}" for n in range(10)) + " }")
    errors = check_document(SCHEMA, document, introspection=True, suggestions=False)
    assert len(errors) == 6
    assert errors[-1].message == "Too many validation errors, error limit reached. Validation aborted."


def test_g02_one_field_again_and_again() -> None:
    assert "fields" in refusal("{ " + "hello " * 401 + "}")


@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("{ " + "hello " * 10_000 + "}", "code points"),
        ("{ " + "a " * 5_000 + "}", "tokens"),
        ("{ hello } " + "#" * 1_048_576, "code points"),
        ("{ hello } " + "#\n" * 200, "comments"),
        ("{ a(x: " + "[" * 900 + "]" * 900 + ") }", "nested too deeply"),
        ("query ($x: " + "[" * 900 + "Int" + "]" * 900 + ") { hello }", "nested too deeply"),
    ],
)
def test_g02_long_texts_end_in_the_lexer(query: str, what: str) -> None:
    with pytest.raises(GraphQLSyntaxError) as caught:
        parse(query, **PARSE_OPTIONS)
    assert what in caught.value.message


def test_g02_deep_values_and_types() -> None:
    assert "levels in a value" in refusal("{ double(number: " + "[" * 20 + "]" * 20 + ") }")
    assert "levels in a value" in refusal("query ($x: Int = " + "[" * 20 + "]" * 20 + ") { double(number: $x) }")
    assert "levels in a value" in refusal("{ hello @include(if: " + "{a: " * 20 + "1" + "}" * 20 + ") }")


def test_g06_mutations_in_one_request() -> None:
    def logins(count: int) -> str:
        return "mutation { " + " ".join(f'a{n}: login(password: "x")' for n in range(count)) + " }"

    assert measured(logins(5)).error is None
    assert "5 mutations" in refusal(logins(6))
    refusal(logins(200))
    assert "5 mutations" in refusal(
        "mutation { ...F ... { ...F } } fragment F on Mutation { " + 'login(password: "x") ' * 3 + "}"
    )


def test_g07_cost_counts_the_rows_that_a_page_may_have() -> None:
    def rows(page: str) -> str:
        return (
            "query ($n: Int) { "
            + " ".join(
                f"a{n}: rows(pageSize: {page}) {{ results {{ id name note count flag peers(pageSize: 10) {{ id }} }} }}"
                for n in range(15)
            )
            + " }"
        )

    assert measured(rows("10")).error is None
    for page in ("100", "1000000000", "99999999999999999999", "$n"):
        assert "cost" in refusal(rows(page)), page


def test_cost_of_lists_without_a_page_size_is_declared() -> None:
    assert "cost" in refusal("{ rows(pageSize: 100) { results { " + "history { label weight } " * 4 + "} } }")
    assert "cost" in refusal(
        "query ($f: Filter!) { filtered(filter: $f) { results { " + "history { label weight } " * 4 + "} } }"
    )
    small = "{ filtered(filter: {pageSize: 1}) { results { " + "history { label weight } " * 4 + "} } }"
    assert measured(small).error is None


def test_r04_nul_in_a_literal() -> None:
    assert "U+0000" in refusal('{ refused(kind: "a\\u0000b") }', "BAD_USER_INPUT")


@pytest.mark.parametrize(
    "query",
    ["{ nonsense { deep } }", "{ hello { no } }", "{ ...Missing }", "subscription { nothing }", "{ ... on No { a } }"],
)
def test_what_is_unknown_is_left_to_validation(query: str) -> None:
    assert measured(query).error is None
