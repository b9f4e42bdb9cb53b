import { Alert, Button } from '@kinmel/ui';
import { type ReactNode, useState } from 'react';
import type { ShownList } from '../list-declaration.ts';
import { maxSelected } from '../table/use-row-selection.ts';
import classes from './bulk.module.css';
import type { BulkOutcomes } from './bulk-outcomes.ts';

interface BulkOptions<Row extends { readonly id: string }> {
  list: ShownList<Row>;
  /** "request" of "3 requests". */
  noun: string;
  nameOf: (row: Row) => string;
  /** The current rows without deleted ones; undefined when they could not be read. */
  readRows: (ids: readonly string[]) => Promise<readonly Row[] | undefined>;
  onChanged?: () => void;
}

export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Bulk actions on the selected rows: the bar of buttons and the outcome. Refused rows stay selected. */
export function useBulk<Row extends { readonly id: string }>(options: BulkOptions<Row>) {
  const { list, noun, nameOf, readRows, onChanged } = options;
  const { selection, rowsById } = list;
  const [result, setResult] = useState<{
    readonly verb: string;
    readonly changedCount: number;
    readonly refused: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
  }>();
  const rows = [...selection.ids].flatMap((id) => rowsById.get(id) ?? []);
  const hiddenCount = rows.filter(({ id }) => !list.rows.some((row) => row.id === id)).length;

  /** Shows the outcomes. Refused rows are read again: they may be on another page, which is not refreshed. */
  const finish = async (ids: readonly string[], outcomes: BulkOutcomes, verb = 'changed') => {
    const refused = ids.flatMap((id) => {
      const row = rowsById.get(id);
      const reason = outcomes[id];
      return reason === null ? [] : [{ id, name: row ? nameOf(row) : id, reason: reason ?? 'No answer.' }];
    });
    setResult({ verb, changedCount: ids.length - refused.length, refused });
    selection.set(refused.map(({ id }) => id));
    onChanged?.();
    const freshRows = refused.length > 0 ? await readRows(refused.map(({ id }) => id)) : undefined;
    if (!freshRows) return;
    list.put(...freshRows);
    selection.set(freshRows.map(({ id }) => id));
  };

  const clear = () => setResult(undefined);
  const { verb, changedCount = 0, refused = [] } = result ?? {};
  return {
    rows,
    /** What the step changes, in words: the selection may include rows of other pages and filters. */
    names: (
      <>
        <ul className={classes.names}>
          {rows.map((row) => (
            <li key={row.id}>{nameOf(row)}</li>
          ))}
        </ul>
        {hiddenCount > 0 ? <p>{`${hiddenCount} of them not shown in the list now.`}</p> : null}
      </>
    ),
    finish,
    clear,
    bar: (steps: ReactNode) =>
      rows.length > 0 ? (
        <div className={`row ${classes.bar}`}>
          <output className={`figures type-label ${classes.count}`}>
            {`${countOf(rows.length, noun)} selected${rows.length >= maxSelected ? ', the most for one step' : ''}`}
          </output>
          {steps}
          <Button
            look="ghost"
            size="small"
            onClick={() => {
              selection.set([]);
              clear();
            }}
          >
            Clear selection
          </Button>
        </div>
      ) : null,
    outcome: result ? (
      <Alert tone={refused.length > 0 ? 'bad' : 'ok'} className={classes.outcome} onClose={clear}>
        {refused.length === 0 ? (
          `${countOf(changedCount, noun)} ${verb}.`
        ) : (
          <>
            <p>{`${countOf(changedCount, noun)} ${verb}, ${refused.length} not:`}</p>
            <ul className={`anywhere above-4 ${classes.reasons}`}>
              {refused.map(({ id, name, reason }) => (
                <li key={id}>
                  <strong>{`${name}:`}</strong> <span>{reason}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Alert>
    ) : null,
  };
}
