import type { RequestKind } from '@kinmel/contracts';
import { Field, Select } from '@kinmel/ui';
import { toast } from '@kinmel/web-kit';
import { failureText, isVersionConflict } from '../failure-text.ts';
import type { RecordDialogProps, ShownList } from '../lists/list-declaration.ts';
import { missingNoteText, sentenceCase, statusOptions } from '../lists/status/statuses.rules.ts';
import { RequestDialog } from './request-dialog.tsx';
import classes from './request-status.module.css';
import { choicesOf, mustSayWhy, statusFailures } from './request-texts.ts';
import { type AnyRequest, requestsApi } from './requests-api.ts';
import { noteBody, useRequestForm } from './use-request-form.ts';

/** Sets a status optimistically; a refusal restores the row. */
function useSetStatus<Row extends AnyRequest>(kind: RequestKind, list: Pick<ShownList<Row>, 'put'>) {
  const [send] = requestsApi.useSetRequestStatusMutation();
  return async (request: Row, { status, adminNotes = '' }: { status: string; adminNotes?: string }) => {
    const { id, version } = request;
    list.put({ ...request, status } as Row);
    const { data, error } = await send({ kind, id, status, version, ...noteBody(adminNotes) });
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

interface StatusDialogProps<Row extends AnyRequest> extends RecordDialogProps<Row> {
  kind: RequestKind;
  /** The request in one line. */
  subject: string;
  onSaved: () => void;
}

export function StatusDialog<Row extends AnyRequest>(props: StatusDialogProps<Row>) {
  const { kind, list, subject, wanted } = props;
  const needsNote = mustSayWhy(kind);
  const setStatus = useSetStatus(kind, list);
  const edit = useRequestForm({
    ...props,
    what: 'status',
    fieldsOf: ({ status }: Row) => ({ status: status as string, adminNotes: '' }),
    initial: wanted === undefined ? undefined : { status: wanted },
    check: ({ status, adminNotes }, current) => ({
      adminNotes: needsNote(current, status) && adminNotes.trim() === '' ? missingNoteText : undefined,
    }),
    save: (fields, current) => setStatus(current, fields),
    failedText: statusFailures[kind],
  });
  const { form, fields, current } = edit;
  return (
    <RequestDialog
      title="Update Status"
      submitText="Save status"
      about={subject}
      edit={edit}
      isUnusual={needsNote(current, fields.status)}
      conflict={[{ name: 'Status', now: sentenceCase(current.status), own: sentenceCase(fields.status) }]}
    >
      <Field label="Status">
        <Select
          {...form.register('status')}
          // The chosen status may have become impossible.
          options={statusOptions([...new Set([...choicesOf(kind, current), fields.status])])}
        />
      </Field>
    </RequestDialog>
  );
}
