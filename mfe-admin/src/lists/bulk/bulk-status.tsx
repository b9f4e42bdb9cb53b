import { Alert, Button, Field, Select, TextArea } from '@kinmel/ui';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { RetryAlert } from '../../frame/retry-alert.tsx';
import type { ShownList } from '../list-declaration.ts';
import {
  customerReadsText,
  missingNoteText,
  notesMaxLength,
  statusOptions,
} from '../status/statuses.rules.ts';
import classes from './bulk.module.css';
import { type BulkJob, type BulkOutcomes, isJob } from './bulk-outcomes.ts';
import { countOf, useBulk } from './use-bulk.tsx';

interface BulkRow {
  readonly id: string;
  readonly version: number;
}

interface BulkUpdate<Status extends string> {
  readonly status: Status;
  readonly adminNotes?: string;
  readonly rows: readonly BulkRow[];
  /** Idempotency key: unchanged when the same update is sent again. */
  readonly key: string;
}

interface BulkDialogOptions<Row extends BulkRow, Status extends string> {
  noun: string;
  statuses: readonly Status[];
  /** Whether the step goes back or skips one. */
  needsNote: (row: Row, status: Status) => boolean;
  /** What the step does besides its word. */
  effectOf?: (status: Status) => string | undefined;
  send: (
    update: BulkUpdate<Status>,
  ) => PromiseLike<{ data?: BulkOutcomes | BulkJob | undefined; error?: unknown }>;
  failedText: string;
}

export interface ShownJob {
  readonly job: BulkJob | undefined;
  /** Its progress could not be loaded. */
  readonly isLost: boolean;
  readonly show: (id: string | undefined) => void;
  readonly refetch: () => unknown;
}

interface BulkStatusProps<Row extends BulkRow, Status extends string> extends BulkDialogOptions<Row, Status> {
  list: ShownList<Row>;
  nameOf: (row: Row) => string;
  /** The current record: null when it was deleted, undefined when it could not be read. */
  readRow: (id: string) => Promise<Row | null | undefined>;
  onChanged: () => void;
  /** Given when the update runs as a job. */
  job?: ShownJob;
}

/** `crypto.randomUUID` is missing where the shop is not served over https. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Sets the status of the selected rows, directly or as a job. */
export function BulkStatus<Row extends BulkRow, Status extends string>(props: BulkStatusProps<Row, Status>) {
  const { list, nameOf, readRow, onChanged, job: shown, ...options } = props;
  const { noun } = options;
  const [isOpen, setOpen] = useState(false);
  const bulk = useBulk({
    list,
    noun,
    nameOf,
    onChanged,
    // Sequential: many parallel requests would delay the next action.
    readRows: async (ids) => {
      const rows: Row[] = [];
      for (const id of ids) {
        const row = await readRow(id);
        if (row === undefined) return undefined;
        if (row) rows.push(row);
      }
      return rows;
    },
  });
  const { rows } = bulk;
  const job = shown?.job;
  const isRunning = job !== undefined && !job.isDone;

  const onJobDone = useRef(bulk.finish);
  useEffect(() => {
    onJobDone.current = bulk.finish;
  });
  useEffect(() => {
    if (job?.isDone) void onJobDone.current(Object.keys(job.outcomes), job.outcomes);
  }, [job]);

  const forgetJob = () => shown?.show(undefined);
  return (
    <>
      {shown?.isLost ? (
        <RetryAlert
          className={classes.outcome}
          request={{ isFetching: false, refetch: shown.refetch }}
          onClose={forgetJob}
        >{`The progress of a change of several ${noun}s could not be loaded.`}</RetryAlert>
      ) : null}
      {isRunning ? <JobProgress job={job} noun={noun} /> : null}
      {bulk.bar(
        <Button
          look="line"
          size="small"
          disabled={isRunning}
          onClick={() => {
            bulk.clear();
            forgetJob();
            setOpen(true);
          }}
        >
          Set status
        </Button>,
      )}
      {bulk.outcome}
      {isOpen ? (
        <BulkStatusDialog
          {...options}
          rows={rows}
          names={bulk.names}
          onClose={() => setOpen(false)}
          onFinished={(data) => {
            setOpen(false);
            if (!isJob(data))
              return void bulk.finish(
                rows.map(({ id }) => id),
                data,
              );
            list.selection.set([]);
            shown?.show(data.id);
          }}
        />
      ) : null}
    </>
  );
}

function JobProgress({ job, noun }: { job: BulkJob; noun: string }) {
  const id = useId();
  const done = Object.keys(job.outcomes).length;
  return (
    <div className={`stack gap-12 type-small figures ${classes.progress}`}>
      <label htmlFor={id}>
        {`${done} of ${countOf(job.total, noun)} worked through. You may leave this page meanwhile.`}
      </label>
      <progress id={id} max={job.total} value={done} />
    </div>
  );
}

interface BulkStatusDialogProps<Row extends BulkRow, Status extends string>
  extends BulkDialogOptions<Row, Status> {
  rows: readonly Row[];
  names: ReactNode;
  onClose: () => void;
  onFinished: (data: BulkOutcomes | BulkJob) => void;
}

function BulkStatusDialog<Row extends BulkRow, Status extends string>(
  props: BulkStatusDialogProps<Row, Status>,
) {
  const { noun, statuses, needsNote, effectOf, send, failedText, rows, names, onClose, onFinished } = props;
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
    if (status === undefined) return setError({ status: 'Please choose a status.' });
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
    <FormDialog
      title={`Set the status of ${countOf(rows.length, noun)}`}
      submitText="Save status"
      edit={{ isSaving: isLoading, isDirty: note !== '', submit: (event) => void submit(event) }}
      onClose={onClose}
    >
      {names}
      <p>Each customer gets a mail. What cannot be changed says why, and stops none of the others.</p>
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
          options={[['', 'Choose a status'], ...statusOptions(statuses)]}
        />
      </Field>
      {unusual > 0 ? (
        <Alert tone="warn">
          {[
            status && effectOf?.(status),
            `For ${unusual} of them this step needs a note. Each customer gets a mail with it.`,
          ]
            .filter(Boolean)
            .join(' ')}
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
    </FormDialog>
  );
}
