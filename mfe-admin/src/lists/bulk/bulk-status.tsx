import { Button } from '@kinmel/ui';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isFilled, StepDialog } from '../../forms/step-dialog.tsx';
import type { FormRecord } from '../../forms/use-record-form.ts';
import { RetryAlert } from '../../frame/retry-alert.tsx';
import type { ShownList } from '../list-declaration.ts';
import { noteBody, noteInputs } from '../status/note-inputs.tsx';
import { missingNoteText, statusOptions } from '../status/statuses.rules.ts';
import classes from './bulk.module.css';
import { type BulkJob, type BulkOutcomes, isJob } from './bulk-outcomes.ts';
import { countOf, useBulk } from './use-bulk.tsx';

interface BulkUpdate<Status extends string> {
  readonly status: Status;
  readonly adminNotes?: string;
  readonly rows: readonly FormRecord[];
  /** Idempotency key: unchanged when the same update is sent again. */
  readonly key: string;
}

interface BulkDialogOptions<Row extends FormRecord, Status extends string> {
  noun: string;
  statuses: readonly Status[];
  /** Whether the step is a step back or skips a status. */
  needsNote: (row: Row, status: Status) => boolean;
  /** A side effect of the step, in words. */
  effectOf?: (status: Status) => string | undefined;
  send: (
    update: BulkUpdate<Status>,
  ) => PromiseLike<{ data?: BulkOutcomes | BulkJob | undefined; error?: unknown }>;
  failedText: string;
}

export interface ShownJob {
  readonly job: BulkJob | undefined;
  /** The progress could not be loaded. */
  readonly isLost: boolean;
  readonly show: (id: string | undefined) => void;
  readonly refetch: () => unknown;
}

interface BulkStatusProps<Row extends FormRecord, Status extends string>
  extends BulkDialogOptions<Row, Status> {
  list: ShownList<Row>;
  nameOf: (row: Row) => string;
  /** The current record: null when it was deleted, undefined when it could not be read. */
  readRow: (id: string) => Promise<Row | null | undefined>;
  onChanged: () => void;
  /** Set when the update runs as a job. */
  job?: ShownJob;
}

/** `crypto.randomUUID` is missing where the shop is not served over https. */
const newIdempotencyKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Sets the status of the selected rows, directly or as a job. */
export function BulkStatus<Row extends FormRecord, Status extends string>(
  props: BulkStatusProps<Row, Status>,
) {
  const { list, nameOf, readRow, onChanged, job: shownJob, ...options } = props;
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
  const job = shownJob?.job;
  const isRunning = job !== undefined && !job.isDone;

  const onJobDone = useRef(bulk.finish);
  useEffect(() => {
    onJobDone.current = bulk.finish;
  });
  useEffect(() => {
    if (job?.isDone) void onJobDone.current(Object.keys(job.outcomes), job.outcomes);
  }, [job]);

  const forgetJob = () => shownJob?.show(undefined);
  return (
    <>
      {shownJob?.isLost ? (
        <RetryAlert
          className={classes.outcome}
          request={{ isFetching: false, refetch: shownJob.refetch }}
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
            if (!isJob(data))
              return void bulk.finish(
                rows.map(({ id }) => id),
                data,
              );
            list.selection.set([]);
            shownJob?.show(data.id);
          }}
        />
      ) : null}
    </>
  );
}

function JobProgress({ job, noun }: { job: BulkJob; noun: string }) {
  const id = useId();
  const doneCount = Object.keys(job.outcomes).length;
  return (
    <div className={`stack gap-12 type-small figures ${classes.progress}`}>
      <label htmlFor={id}>
        {`${doneCount} of ${countOf(job.total, noun)} worked through. You may leave this page meanwhile.`}
      </label>
      <progress id={id} max={job.total} value={doneCount} />
    </div>
  );
}

interface BulkStatusDialogProps<Row extends FormRecord, Status extends string>
  extends BulkDialogOptions<Row, Status> {
  rows: readonly Row[];
  names: ReactNode;
  onClose: () => void;
  onFinished: (data: BulkOutcomes | BulkJob) => void;
}

type BulkFields = Record<'status' | 'adminNotes', string>;

/** Presents the answer as the record of a form; it has no version. */
type BulkAnswer = FormRecord & { readonly answer: BulkOutcomes | BulkJob };

function BulkStatusDialog<Row extends FormRecord, Status extends string>(
  props: BulkStatusDialogProps<Row, Status>,
) {
  const { noun, statuses, needsNote, effectOf, send, failedText, rows, names, onClose, onFinished } = props;
  const attempt = useRef({ text: '', key: '' });
  const statusOf = ({ status }: BulkFields) => statuses.find((value) => value === status);
  const unusualCountOf = (status: Status | undefined) =>
    status === undefined ? 0 : rows.filter((row) => needsNote(row, status)).length;

  const save = async (fields: BulkFields) => {
    const status = statusOf(fields);
    if (status === undefined) return {};
    const update = {
      status,
      ...noteBody(fields.adminNotes),
      rows: rows.map(({ id, version }) => ({ id, version })),
    };
    const text = JSON.stringify(update);
    if (attempt.current.text !== text) attempt.current = { text, key: newIdempotencyKey() };
    const { data, error } = await send({ ...update, key: attempt.current.key });
    return { data: data && { id: text, version: 0, answer: data }, error };
  };

  return (
    <StepDialog<BulkAnswer, BulkFields>
      kind="bulk-status"
      // A draft is restored for the same rows only.
      what={rows.map(({ id }) => id).join()}
      title={`Set the status of ${countOf(rows.length, noun)}`}
      submitText="Save status"
      record={undefined}
      fieldsOf={() => ({ status: '', adminNotes: '' })}
      check={(fields) => ({
        adminNotes:
          unusualCountOf(statusOf(fields)) > 0 && !isFilled(fields.adminNotes) ? missingNoteText : undefined,
      })}
      save={save}
      failed={failedText}
      onSaved={({ answer }) => onFinished(answer)}
      onClose={onClose}
      about={() => (
        <>
          {names}
          <p>Each customer gets a mail. What cannot be changed says why, and stops none of the others.</p>
        </>
      )}
      inputs={(fields) => {
        const status = statusOf(fields);
        const unusualCount = unusualCountOf(status);
        return [
          {
            name: 'status',
            label: 'Status',
            options: [['', 'Choose a status'], ...statusOptions(statuses)],
            must: [isFilled, 'Please choose a status.'],
          },
          ...noteInputs(unusualCount > 0, status && effectOf?.(status), {
            text: `For ${unusualCount} of them this step needs a note. Each customer gets a mail with it.`,
            rows: 2,
          }),
        ];
      }}
    />
  );
}
