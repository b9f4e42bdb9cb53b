import { useState } from 'react';
import type { ListRow } from './list-declaration.ts';

const versionOf = ({ version = 0 }: ListRow) => version;

export const newerOf = <Row extends ListRow>(row: Row, other: Row | undefined): Row =>
  other && versionOf(other) > versionOf(row) ? other : row;

function mergeRows<Row extends ListRow>(rowsById: ReadonlyMap<string, Row>, rows: readonly Row[]) {
  const next = new Map(rowsById);
  for (const row of rows) next.set(row.id, newerOf(row, next.get(row.id)));
  return next;
}

/** Compares by rows: a page merged from several services is a new array in each render. */
const hasSameRows = <Row>(left: readonly Row[], right: readonly Row[]) =>
  left === right || (left.length === right.length && left.every((row, index) => row === right[index]));

/**
 * The newest version of every row that was loaded or changed here, so that a change shows before the next refresh.
 */
export function useRowsSeen<Row extends ListRow>(answered: readonly Row[]) {
  const [snapshot, setSnapshot] = useState<{ answered: readonly Row[]; rowsById: ReadonlyMap<string, Row> }>({
    answered: [],
    rowsById: new Map(),
  });
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const isSame = hasSameRows(snapshot.answered, answered);
  const rowsById = isSame ? snapshot.rowsById : mergeRows(snapshot.rowsById, answered);
  if (!isSame) setSnapshot({ answered, rowsById });
  return {
    answered: isSame ? snapshot.answered : answered,
    rowsById,
    removed,
    put: (...rows: readonly Row[]) =>
      setSnapshot((before) => ({ ...before, rowsById: mergeRows(before.rowsById, rows) })),
    remove: (id: string) => setRemoved((before) => new Set(before).add(id)),
  };
}
