/**
 * Keeps rows in the order in which they were first shown, new ones last, so that live updates do not move rows while somebody
 * reads them.
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
