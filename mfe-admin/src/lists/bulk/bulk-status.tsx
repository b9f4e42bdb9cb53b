import { Alert, Button, Dialog, Field, Select, TextArea } from '@kinmel/ui';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../../failure-text.ts';
import type { ShownList } from '../list-declaration.ts';
import { customerReadsText, missingNoteText, notesMaxLength } from '../status/note.rules.ts';
import { wordOf } from '../status/statuses.rules.ts';
import { type BulkJob, type BulkOutcomes, isJob } from './bulk-outcomes.rules.ts';
import classes from './bulk-status.module.css';

interface BulkRow {
  readonly id: string;
  readonly version: number;
}

/** One status for many records, each with the version that was seen. */
interface BulkUpdate<Status extends string> {
  readonly status: Status;
  readonly adminNotes?: string;
  readonly rows: readonly BulkRow[];
  /** The same while the same is sent again. */
  readonly key: string;
}

/** How records of one kind are set to a status together. */
interface BulkSteps<Row extends BulkRow, Status extends string> {
  /** "request" of "3 requests". */
  noun: string;
  statuses: readonly Status[];
  /** Whether the step is one back or over, which needs a note. */
  needsNote: (row: Row, status: Status) => boolean;
  send: (
    update: BulkUpdate<Status>,
  ) => PromiseLike<{ data?: BulkOutcomes | BulkJob | undefined; error?: unknown }>;
  /** What the document says of a change that failed. */
  failedText: string;
}

/** Gives a record as it is now; undefined when it is not there any more or nobody answers. */
type ReadRow<Row> = (id: string) => Promise<Row | undefined>;

/** A job as its page follows it. */
export interface ShownJob {
  readonly job: BulkJob | undefined;
  /** How far it is could not be loaded. */
  readonly isLost: boolean;
  readonly show: (id: string | undefined) => void;
  readonly retry: () => void;
}

interface BulkStatusProps<Row extends BulkRow, Status extends string> extends BulkSteps<Row, Status> {
  list: ShownList<Row>;
  nameOf: (row: Row) => string;
  /** Of what was refused: it may stand on another page, where nobody asks for it again. */
  readRow: ReadRow<Row>;
  /** Some have another status now. */
  onChanged: () => void;
  /** Where a change is a job that the shop works through. */
  job?: ShownJob;
}

interface Refused {
  readonly id: string;
  readonly reason: string;
}

/** `crypto.randomUUID` is missing where the shop is not served over https. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What can be done with the selected rows, and why it was not done with some of them; these stay selected. */
export function BulkStatus<Row extends BulkRow, Status extends string>(props: BulkStatusProps<Row, Status>) {
  const { list, nameOf, readRow, onChanged, job: shown, ...steps } = props;
  const { selection, known } = list;
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [done, setDone] = useState(0);
  const rows = [...selection.ids].flatMap((id) => known.get(id) ?? []);
  const job = shown?.job;

  const finish = async (ids: readonly string[], outcomes: BulkOutcomes) => {
    const failed = ids.flatMap((id) => {
      const reason = outcomes[id];
      return reason === null ? [] : [{ id, reason: reason ?? 'No answer.' }];
    });
    setRefused(failed);
    setDone(ids.length - failed.length);
    selection.set(failed.map(({ id }) => id));
    setOpen(false);
    onChanged();
    // One after the other: they are few, and a hundred at once would hold up what staff do next.
    for (const { id } of failed) {
      const row = await readRow(id);
      if (row) list.put(row);
    }
  };

  // Of a job that another visit began the name comes with the row.
  const nameFor = (id: string) => {
    const row = known.get(id);
    return row ? nameOf(row) : id;
  };

  const onJobDone = useRef(finish);
  useEffect(() => {
    onJobDone.current = finish;
  });
  useEffect(() => {
    if (job?.isDone) void onJobDone.current(Object.keys(job.outcomes), job.outcomes);
  }, [job]);

  const close = () => {
    setRefused([]);
    setDone(0);
    shown?.show(undefined);
  };

  return (
    <>
      {shown?.isLost ? (
        <Alert tone="bad" className={classes.outcome} onClose={close}>
          How far the change of several {steps.noun}s is could not be loaded.{' '}
          <Button look="line" size="small" onClick={shown.retry}>
            Retry
          </Button>
        </Alert>
      ) : null}
      {job && !job.isDone ? <JobProgress job={job} noun={steps.noun} /> : null}
      {rows.length > 0 ? (
        <div className={classes.bar}>
          <span className={classes.count}>{rows.length} selected</span>
          <Button
            look="line"
            size="small"
            disabled={job !== undefined && !job.isDone}
            onClick={() => {
              close();
              setOpen(true);
            }}
          >
            Set status
          </Button>
          <Button look="ghost" size="small" onClick={() => selection.set([])}>
            Clear selection
          </Button>
        </div>
      ) : null}
      {refused.length > 0 ? (
        <Alert tone="bad" className={classes.outcome} onClose={close}>
          <p>
            {countOf(done, steps.noun)} changed, {refused.length} not. Those stay selected:
          </p>
          <ul className={classes.reasons}>
            {refused.map(({ id, reason }) => (
              <li key={id}>
                <strong>{nameFor(id)}:</strong> {reason}
              </li>
            ))}
          </ul>
        </Alert>
      ) : done > 0 ? (
        <Alert tone="ok" className={classes.outcome} onClose={close}>
          {countOf(done, steps.noun)} changed.
        </Alert>
      ) : null}
      {isOpen ? (
        <BulkStatusDialog
          {...steps}
          rows={rows}
          onClose={() => setOpen(false)}
          onFinished={(data) => {
            if (!isJob(data))
              return void finish(
                rows.map(({ id }) => id),
                data,
              );
            setOpen(false);
            selection.set([]);
            shown?.show(data.id);
          }}
        />
      ) : null}
    </>
  );
}

/** How far a job is. It goes on whether or not this page is open. */
function JobProgress({ job, noun }: { job: BulkJob; noun: string }) {
  const id = useId();
  const done = Object.keys(job.outcomes).length;
  return (
    <div className={classes.progress}>
      <label htmlFor={id}>
        {done} of {countOf(job.total, noun)} worked through. You may leave this page meanwhile.
      </label>
      <progress id={id} max={job.total} value={done} />
    </div>
  );
}

interface BulkStatusDialogProps<Row extends BulkRow, Status extends string> extends BulkSteps<Row, Status> {
  rows: readonly Row[];
  onClose: () => void;
  onFinished: (data: BulkOutcomes | BulkJob) => void;
}

/** One status for all selected rows; a note that some of them need is asked once. */
function BulkStatusDialog<Row extends BulkRow, Status extends string>(
  props: BulkStatusDialogProps<Row, Status>,
) {
  const { noun, statuses, needsNote, send, failedText, rows, onClose, onFinished } = props;
  const formId = useId();
  const notes = useRef<HTMLTextAreaElement>(null);
  const [isLoading, setLoading] = useState(false);
  const [status, setStatus] = useState<Status>();
  const [note, setNote] = useState('');
  const [error, setError] = useState<{ status?: string; note?: string }>({});
  const [failure, setFailure] = useState<string>();
  const attempt = useRef({ text: '', key: '' });
  const unusual = status === undefined ? 0 : rows.filter((row) => needsNote(row, status)).length;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (status === undefined) {
      setError({ status: 'Please choose a status.' });
      return;
    }
    if (unusual > 0 && note.trim() === '') {
      setError({ note: missingNoteText });
      notes.current?.focus();
      return;
    }
    setFailure(undefined);
    setLoading(true);
    const update = {
      status,
      ...(note.trim() === '' ? {} : { adminNotes: note.trim() }),
      rows: rows.map(({ id, version }) => ({ id, version })),
    };
    const text = JSON.stringify(update);
    if (attempt.current.text !== text) attempt.current = { text, key: newKey() };
    const { data, error: refusal } = await send({ ...update, key: attempt.current.key });
    setLoading(false);
    if (data) onFinished(data);
    else setFailure(failureText(refusal, failedText));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Set the status of ${countOf(rows.length, noun)}`}
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
        className={classes.form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        <Field label="Status" error={error.status}>
          <Select
            name="status"
            required
            value={status ?? ''}
            onChange={({ target }) => {
              setStatus(statuses.find((value) => value === target.value));
              setError({});
            }}
          >
            <option value="">Choose a status</option>
            {statuses.map((value) => (
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
