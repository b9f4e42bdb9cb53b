/** More digits than any number in a list has. */
const digits = 15;

/** Sort key in natural order: "Phone 9" before "Phone 10", "asha" beside "Asha". */
function keyOf(value: string | number): string | number {
  if (typeof value === 'number') return value;
  return value.toLowerCase().replace(/\d+/g, (number) => number.padStart(digits, '0'));
}

/** Stable sort by a column. The keys are computed once, for lists of ten thousand rows. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => string | number,
  direction: 'asc' | 'desc',
): readonly Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ row, key: keyOf(sortBy(row)) }))
    .sort((one, other) => (one.key < other.key ? -sign : one.key > other.key ? sign : 0))
    .map(({ row }) => row);
}
