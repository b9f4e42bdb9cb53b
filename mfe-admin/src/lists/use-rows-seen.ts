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
export function useRowsSeen<Row extends ListRow>(loadedRows: readonly Row[]) {
  const [snapshot, setSnapshot] = useState<{
    loadedRows: readonly Row[];
    rowsById: ReadonlyMap<string, Row>;
  }>({
    loadedRows: [],
    rowsById: new Map(),
  });
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());
  const isSame = hasSameRows(snapshot.loadedRows, loadedRows);
  const rowsById = isSame ? snapshot.rowsById : mergeRows(snapshot.rowsById, loadedRows);
  if (!isSame) setSnapshot({ loadedRows, rowsById });
  return {
    loadedRows: isSame ? snapshot.loadedRows : loadedRows,
    rowsById,
    removedIds,
    put: (...rows: readonly Row[]) =>
      setSnapshot((previous) => ({ ...previous, rowsById: mergeRows(previous.rowsById, rows) })),
    remove: (id: string) => setRemovedIds((previous) => new Set(previous).add(id)),
  };
}
