import { Alert, ConfirmDialog } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { type ReactNode, useState } from 'react';
import type { FormRecord } from './use-record-form.ts';

interface DeleteRecordProps<Row extends FormRecord> {
  row: Row;
  /** "product" of "Delete product". */
  noun: string;
  /** The row in one line, shown after a version conflict. */
  describe: (row: Row) => string;
  remove: (row: Row) => PromiseLike<{ readonly error?: unknown }>;
  /** The current record: null when it was deleted, undefined when it could not be read. */
  readFresh: (id: string) => PromiseLike<Row | null | undefined>;
  onDeleted: () => void;
  onClose: () => void;
  failureText: (error: unknown) => string;
  children: (current: Row) => ReactNode;
}

/** Asks for confirmation before a record is deleted. After a version conflict it shows the current record and asks again. */
export function DeleteRecord<Row extends FormRecord>(props: DeleteRecordProps<Row>) {
  const { row, noun, describe, remove, readFresh, onDeleted, onClose, failureText, children } = props;
  const [fresh, setFresh] = useState<Row>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const current = fresh ?? row;

  const run = async () => {
    const { error } = await remove(current);
    const { code, status } = apiProblem(error);
    // 404: another user has already deleted it.
    if (!error || status === 404) return onDeleted();
    const freshRow = code === 'version-conflict' ? await readFresh(row.id) : undefined;
    if (freshRow === null) return onDeleted();
    if (freshRow === undefined) return setFailure(failureText(error));
    setFresh(freshRow);
    setFailure(
      `Someone else changed this ${noun} meanwhile. It is ${describe(freshRow)} now; Delete takes it away all the same.`,
    );
  };

  return (
    <ConfirmDialog
      open
      title={`Delete ${noun}`}
      confirm="Delete"
      busy={isBusy}
      busyText="Deleting..."
      onClose={onClose}
      onConfirm={() => {
        setFailure(undefined);
        setBusy(true);
        void run().finally(() => setBusy(false));
      }}
    >
      {children(current)}
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
    </ConfirmDialog>
  );
}
