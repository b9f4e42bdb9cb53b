import { useState } from 'react';

/** The rows that were seen on the pages of a list, by id: a selection goes over pages. The newest state of each counts. */
export function useKnownRows<Row extends { readonly id: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, Row> {
  const [seen, setSeen] = useState<{ rows: readonly Row[]; known: ReadonlyMap<string, Row> }>({
    rows: [],
    known: new Map(),
  });
  if (seen.rows === rows) return seen.known;
  const known = new Map(seen.known);
  for (const row of rows) known.set(row.id, row);
  setSeen({ rows, known });
  return known;
}
