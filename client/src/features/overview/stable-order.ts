/**
 * The rows in the order in which their names were first shown, new ones at the end: numbers that change while somebody reads
 * them move no row.
 */
export function inStableOrder<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  shown: readonly string[],
): Row[] {
  const places = new Map(shown.map((name, place) => [name, place]));
  const placeOf = (row: Row) => places.get(nameOf(row)) ?? places.size;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
