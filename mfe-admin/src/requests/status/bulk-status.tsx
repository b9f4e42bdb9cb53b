import type { RequestKind } from '@kinmel/contracts';
import { Alert, Button, Dialog, Field, Select, TextArea } from '@kinmel/ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import type { RowSelection } from '../../lists/table/use-row-selection.ts';
import { failureText, statusFailures } from '../failure-text.ts';
import type { BulkOutcomes } from '../request-answers.rules.ts';
import form from '../request-form.module.css';
import { statusesOf } from '../request-words.ts';
import { type AnyRequest, requestsApi } from '../requests-api.ts';
import classes from './bulk-status.module.css';
import { customerReadsText, missingNoteText, needsNote, notesMaxLength } from './note.rules.ts';

interface BulkStatusProps<Row extends AnyRequest> {
  kind: RequestKind;
  selection: RowSelection;
  /** The rows that were seen, by id. */
  known: ReadonlyMap<string, Row>;
  nameOf: (row: Row) => string;
  /** Some have another status now. */
  onChanged: () => void;
}

interface Refused {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

const countOf = (count: number) => `${count} ${count === 1 ? 'request' : 'requests'}`;

/** What can be done with the selected rows, and why it was not done with some of them; these stay selected. */
export function BulkStatus<Row extends AnyRequest>(props: BulkStatusProps<Row>) {
  const { kind, selection, known, nameOf, onChanged } = props;
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [done, setDone] = useState(0);
  const rows = [...selection.ids].flatMap((id) => known.get(id) ?? []);

  const finish = (outcomes: BulkOutcomes) => {
    const failed = rows.flatMap((row) => {
      const reason = outcomes[row.id];
      return reason === null ? [] : [{ id: row.id, name: nameOf(row), reason: reason ?? 'No answer.' }];
    });
    setRefused(failed);
    setDone(rows.length - failed.length);
    selection.set(failed.map(({ id }) => id));
    setOpen(false);
    onChanged();
  };

  return (
    <>
      {rows.length > 0 ? (
        <div className={classes.bar}>
          <span className={classes.count}>{rows.length} selected</span>
          <Button look="line" size="small" onClick={() => setOpen(true)}>
            Set status
          </Button>
          <Button look="ghost" size="small" onClick={() => selection.set([])}>
            Clear selection
          </Button>
        </div>
      ) : null}
      {refused.length > 0 ? (
        <Alert tone="bad" className={classes.outcome} onClose={() => setRefused([])}>
          <p>
            {countOf(done)} changed, {refused.length} not. Those stay selected:
          </p>
          <ul className={classes.reasons}>
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                <strong>{name}:</strong> {reason}
              </li>
            ))}
          </ul>
        </Alert>
      ) : done > 0 ? (
        <Alert tone="ok" className={classes.outcome} onClose={() => setDone(0)}>
          {countOf(done)} changed.
        </Alert>
      ) : null}
      {isOpen ? (
        <BulkStatusDialog kind={kind} rows={rows} onClose={() => setOpen(false)} onFinished={finish} />
      ) : null}
    </>
  );
}

interface BulkStatusDialogProps {
  kind: RequestKind;
  rows: readonly AnyRequest[];
  onClose: () => void;
  onFinished: (outcomes: BulkOutcomes) => void;
}

/** One status for all selected rows; a note that some of them need is asked once. */
function BulkStatusDialog({ kind, rows, onClose, onFinished }: BulkStatusDialogProps) {
  const formId = useId();
  const notes = useRef<HTMLTextAreaElement>(null);
  const [send, { isLoading }] = requestsApi.useBulkSetRequestStatusMutation();
  const [status, setStatus] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState<{ status?: string; note?: string }>({});
  const [failure, setFailure] = useState<string>();
  const unusual = status === '' ? 0 : rows.filter((row) => needsNote(row, status)).length;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (status === '') {
      setError({ status: 'Please choose a status.' });
      return;
    }
    if (unusual > 0 && note.trim() === '') {
      setError({ note: missingNoteText });
      notes.current?.focus();
      return;
    }
    setFailure(undefined);
    const { data, error: refusal } = await send({
      kind,
      status,
      ...(note.trim() === '' ? {} : { adminNotes: note.trim() }),
      requests: rows.map(({ id, version }) => ({ id, version })),
    });
    if (data) onFinished(data);
    else setFailure(failureText(refusal, statusFailures[kind]));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Set the status of ${countOf(rows.length)}`}
      canDismiss={note === '' && !isLoading}
      actions={
        <>
          <Button look="line" onClick={onClose} disabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isLoading} busyText="Saving...">
            Save status
          </Button>
        </>
      }
    >
      <p>Each customer gets a mail. What cannot be changed says why, and stops none of the others.</p>
      <form
        id={formId}
        className={form.form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        <Field label="Status" error={error.status}>
          <Select
            name="status"
            required
            value={status}
            onChange={(event) => {
              setStatus(event.target.value);
              setError({});
            }}
          >
            <option value="">Choose a status</option>
            {statusesOf[kind].map((value) => (
              <option key={value} value={value}>
                {wordOf(value)}
              </option>
            ))}
          </Select>
        </Field>
        {unusual > 0 ? (
          <Alert tone="warn">
            For {unusual} of them this step goes back or leaves one out. Please say why: each customer gets a
            mail with your note.
          </Alert>
        ) : null}
        <Field label="Admin notes" optional={unusual === 0} hint={customerReadsText} error={error.note}>
          <TextArea
            ref={notes}
            name="adminNotes"
            maxLength={notesMaxLength}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setError({});
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
