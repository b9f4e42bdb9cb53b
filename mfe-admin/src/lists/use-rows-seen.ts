import { useState } from 'react';
import type { ListRow } from './list-declaration.ts';

const versionOf = ({ version = 0 }: ListRow) => version;

export const newerOf = <Row extends ListRow>(row: Row, other: Row | undefined): Row =>
  other && versionOf(other) > versionOf(row) ? other : row;

function merged<Row extends ListRow>(
  known: ReadonlyMap<string, Row>,
  rows: readonly Row[],
): ReadonlyMap<string, Row> {
  const next = new Map(known);
  for (const row of rows) {
    next.set(row.id, newerOf(row, next.get(row.id)));
  }
  return next;
}

/** A merged page is a new array at each render. */
const hasSameRows = <Row>(left: readonly Row[], right: readonly Row[]) =>
  left === right || (left.length === right.length && left.every((row, index) => row === right[index]));

/**
 * The newest version of every row that was answered or changed here, so that a change shows before the next refresh.
 */
export function useRowsSeen<Row extends ListRow>(answered: readonly Row[]) {
  const [seen, setSeen] = useState<{ answered: readonly Row[]; known: ReadonlyMap<string, Row> }>({
    answered: [],
    known: new Map(),
  });
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const isSame = hasSameRows(seen.answered, answered);
  const known = isSame ? seen.known : merged(seen.known, answered);
  if (!isSame) setSeen({ answered, known });
  return {
    answered: isSame ? seen.answered : answered,
    known,
    removed,
    put: (...rows: readonly Row[]) => setSeen((before) => ({ ...before, known: merged(before.known, rows) })),
    remove: (id: string) => setRemoved((before) => new Set(before).add(id)),
  };
}
