import type { RequestKind } from '@kinmel/contracts';
import { Field, Select } from '@kinmel/ui';
import { toast } from '@kinmel/web-kit';
import { failureText, isVersionConflict } from '../failure-text.ts';
import { StepDialog } from '../forms/step-dialog.tsx';
import type { RecordDialogProps, ShownList } from '../lists/list-declaration.ts';
import { missingNoteText, sentenceCase, statusOptions } from '../lists/status/statuses.rules.ts';
import classes from './request-status.module.css';
import { noteBody, noteConflict, noteInputs, useRequestStep } from './request-step.tsx';
import { asksParcel, choicesOf, effectOf, mustSayWhy, statusFailures } from './request-texts.ts';
import { type AnyRequest, requestsApi, type StatusChange } from './requests-api.ts';

/** Sets a status optimistically; a refusal restores the row. */
function useSetStatus<Row extends AnyRequest>(kind: RequestKind, list: Pick<ShownList<Row>, 'put'>) {
  const [send] = requestsApi.useSetRequestStatusMutation();
  return async (request: Row, change: Pick<StatusChange, 'status' | 'adminNotes' | 'parcelNumber'>) => {
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

/** The status select of a row; an unusual step asks for a note first. */
export function RowStatus<Row extends AnyRequest>({ kind, row, list, name }: RowStatusProps<Row>) {
  const setStatus = useSetStatus(kind, list);
  const onStatus = async (wanted: string) => {
    if (wanted === row.status) return;
    if (mustSayWhy(kind)(row, wanted)) return list.ask('status', row, wanted);
    const { error } = await setStatus(row, { status: wanted });
    if (!error) return;
    toast.error(failureText(error, statusFailures[kind]));
    if (isVersionConflict(error)) list.refresh();
  };
  return (
    <Field label={`Status of ${name}`} hideLabel>
      <Select
        className={classes.select}
        value={row.status}
        options={statusOptions(choicesOf(kind, row))}
        onChange={({ target }) => void onStatus(target.value)}
      />
    </Field>
  );
}

interface StatusFields extends Record<string, string> {
  status: string;
  adminNotes: string;
  parcelNumber: string;
}

const missingParcelText = 'Please enter the number of the parcel, or say here how the goods went back.';

interface StatusDialogProps<Row extends AnyRequest> extends RecordDialogProps<Row> {
  kind: RequestKind;
  /** The request in one line. */
  subject: string;
  onSaved: () => void;
}

export function StatusDialog<Row extends AnyRequest>(props: StatusDialogProps<Row>) {
  const { kind, row, list, subject, wanted, onSaved } = props;
  const needsNote = mustSayWhy(kind);
  const missingNote = ({ status, adminNotes, parcelNumber }: StatusFields, current: Row) => {
    if (!needsNote(current, status) || adminNotes.trim() !== '') return undefined;
    if (!asksParcel(kind, status)) return missingNoteText;
    return parcelNumber.trim() === '' ? missingParcelText : undefined;
  };
  const setStatus = useSetStatus(kind, list);
  return (
    <StepDialog<Row, StatusFields>
      {...useRequestStep(kind, props)}
      what="status"
      title="Update Status"
      submitText="Save status"
      fieldsOf={({ status } = row) => ({ status, adminNotes: '', parcelNumber: '' })}
      initial={wanted === undefined ? undefined : { status: wanted }}
      check={(fields, current = row) => ({ adminNotes: missingNote(fields, current) })}
      save={({ status, adminNotes, parcelNumber }, current = row) =>
        setStatus(current, {
          status,
          ...noteBody(adminNotes),
          ...(asksParcel(kind, status) && { parcelNumber: parcelNumber.trim() }),
        })
      }
      onSaved={onSaved}
      about={() => <p>{subject}</p>}
      conflict={(fresh, own) => [
        { name: 'Status', now: sentenceCase(fresh.status), own: sentenceCase(own.status) },
        noteConflict(fresh, own),
      ]}
      inputs={({ status }, current = row) => [
        {
          name: 'status',
          label: 'Status',
          // The chosen status may have become impossible.
          options: statusOptions([...new Set([...choicesOf(kind, current), status])]),
        },
        asksParcel(kind, status)
          ? {
              name: 'parcelNumber',
              label: 'Number of the parcel',
              hint: 'Or say in the notes how the goods went back.',
              optional: true,
              maxLength: 60,
            }
          : null,
        ...(asksParcel(kind, status)
          ? noteInputs(false)
          : noteInputs(needsNote(current, status), effectOf(kind, status))),
      ]}
    />
  );
}
