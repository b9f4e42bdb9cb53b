import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

const cellSelector = 'th, td';
const controlSelector = 'a[href], button, input, select, textarea';

const cellsOf = (table: HTMLTableElement) =>
  [...table.rows].map((row) => [...row.querySelectorAll<HTMLTableCellElement>(cellSelector)]);

/** Row and column that a key leads to; undefined for other keys. */
function targetPosition(event: KeyboardEvent, row: number, column: number, rows: number, columns: number) {
  switch (event.key) {
    case 'ArrowRight':
      return [row, column + 1] as const;
    case 'ArrowLeft':
      return [row, column - 1] as const;
    case 'ArrowDown':
      return [row + 1, column] as const;
    case 'ArrowUp':
      return [row - 1, column] as const;
    case 'Home':
      return [event.ctrlKey ? 0 : row, 0] as const;
    case 'End':
      return [event.ctrlKey ? rows - 1 : row, columns - 1] as const;
    default:
      return undefined;
  }
}

/** Controls that use the arrow keys themselves. */
const usesArrowKeys = (element: Element) =>
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.type !== 'checkbox');

/**
 * Keyboard navigation between cells (WAI-ARIA data grid): one cell is a tab stop, Enter focuses the first control of a
 * cell, Escape returns focus to the cell. Controls stay tab stops too.
 */
export function useCellKeys() {
  const table = useRef<HTMLTableElement>(null);

  useLayoutEffect(() => {
    const cells = table.current?.querySelectorAll<HTMLElement>(cellSelector);
    if (!cells?.length || table.current?.querySelector(':is(th, td)[tabindex="0"]')) return;
    for (const cell of cells) cell.tabIndex = -1;
    const first = cells[0];
    if (first) first.tabIndex = 0;
  });

  const makeTabStop = (cell: HTMLElement) => {
    for (const other of table.current?.querySelectorAll<HTMLElement>(':is(th, td)[tabindex="0"]') ?? [])
      other.tabIndex = -1;
    cell.tabIndex = 0;
  };

  const onFocus = ({ target }: FocusEvent) => {
    const cell = target.closest<HTMLElement>(cellSelector);
    if (cell) makeTabStop(cell);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target;
    if (!(target instanceof HTMLElement) || !table.current) return;
    const cell = target.closest<HTMLTableCellElement>(cellSelector);
    if (!cell || !table.current.contains(cell)) return;
    const isControl = target !== cell;
    if (isControl && event.key === 'Escape') {
      event.preventDefault();
      return cell.focus();
    }
    if (isControl && usesArrowKeys(target)) return;
    if (!isControl && event.key === 'Enter') {
      const control = cell.querySelector<HTMLElement>(controlSelector);
      if (!control) return;
      event.preventDefault();
      return control.focus();
    }
    const grid = cellsOf(table.current);
    const row = grid.findIndex((cells) => cells.includes(cell));
    const column = grid[row]?.indexOf(cell) ?? -1;
    const position = targetPosition(event, row, column, grid.length, grid[row]?.length ?? 0);
    const next = position && grid[position[0]]?.[position[1]];
    if (!position) return;
    event.preventDefault();
    next?.focus();
  };

  return { ref: table, onFocus, onKeyDown };
}
