import type { RequestKind } from '@kinmel/contracts';
import { Field, Select } from '@kinmel/ui';
import { toast } from '@kinmel/web-kit';
import { failureText, isVersionConflict } from '../failure-text.ts';
import { StepDialog } from '../forms/step-dialog.tsx';
import type { RecordDialogProps, ShownList } from '../lists/list-declaration.ts';
import { noteBody, noteInputs } from '../lists/status/note-inputs.tsx';
import { sentenceCase, statusOptions } from '../lists/status/statuses.rules.ts';
import classes from './request-status.module.css';
import { noteConflict, useRequestStep } from './request-step.tsx';
import { choicesOf, effectOf, missingNoteOf, noteRuleOf, statusFailures } from './request-texts.ts';
import { type AnyRequest, requestsApi, type StatusChange } from './requests-api.ts';

/** Sets a status optimistically; a refusal restores the row. */
function useSetStatus<Row extends AnyRequest>(kind: RequestKind, list: Pick<ShownList<Row>, 'put'>) {
  const [send] = requestsApi.useSetRequestStatusMutation();
  return async (request: Row, change: Pick<StatusChange, 'status' | 'adminNotes'>) => {
    const { id, version } = request;
    list.put({ ...request, status: change.status } as Row);
    const { data, error } = await send({ kind, id, version, ...change });
    const saved = data as Row | undefined;
    list.put(saved ?? request);
    return { data: saved, error };
  };
}

interface RowStatusProps<Row extends AnyRequest> {
  kind: RequestKind;
  row: Row;
  list: ShownList<Row>;
  /** Accessible name of the row. */
  name: string;
}

/** The status select of a row that has a step; an unusual step asks for a note first. */
export function RowStatus<Row extends AnyRequest>({ kind, row, list, name }: RowStatusProps<Row>) {
  const setStatus = useSetStatus(kind, list);
  const choices = choicesOf(kind, row);
  const onStatus = async (targetStatus: string) => {
    if (targetStatus === row.status) return;
    if (noteRuleOf(kind)(row, targetStatus)) return list.openDialog('status', row, targetStatus);
    const { error } = await setStatus(row, { status: targetStatus });
    if (!error) return;
    toast.error(failureText(error, statusFailures[kind]));
    if (isVersionConflict(error)) list.refresh();
  };
  if (choices.length === 1) return null;
  return (
    <Field label={`Status of ${name}`} hideLabel>
      <Select
        className={classes.select}
        value={row.status}
        options={statusOptions(choices)}
        onChange={({ target }) => void onStatus(target.value)}
      />
    </Field>
  );
}

interface StatusDialogProps<Row extends AnyRequest> extends RecordDialogProps<Row> {
  kind: RequestKind;
  /** The request in one line. */
  subject: string;
  onSaved: () => void;
}

export function StatusDialog<Row extends AnyRequest>(props: StatusDialogProps<Row>) {
  const { kind, row, list, subject, choice, onSaved } = props;
  const needsNote = noteRuleOf(kind);
  const setStatus = useSetStatus(kind, list);
  return (
    <StepDialog<Row, { status: string; adminNotes: string }>
      {...useRequestStep(kind, props)}
      what="status"
      title="Update Status"
      submitText="Save status"
      fieldsOf={({ status } = row) => ({ status, adminNotes: '' })}
      initial={choice === undefined ? undefined : { status: choice }}
      check={({ status, adminNotes }, current = row) => ({
        adminNotes:
          needsNote(current, status) && adminNotes.trim() === '' ? missingNoteOf(kind, status) : undefined,
      })}
      save={({ status, adminNotes }, current = row) =>
        setStatus(current, { status, ...noteBody(adminNotes) })
      }
      onSaved={onSaved}
      about={() => <p>{subject}</p>}
      conflict={(fresh, entered) => [
        { name: 'Status', stored: sentenceCase(fresh.status), entered: sentenceCase(entered.status) },
        noteConflict(fresh, entered),
      ]}
      inputs={({ status }, current = row) => [
        {
          name: 'status',
          label: 'Status',
          // The chosen status may have become impossible.
          options: statusOptions([...new Set([...choicesOf(kind, current), status])]),
        },
        ...noteInputs(needsNote(current, status), effectOf(kind, status)),
      ]}
    />
  );
}
