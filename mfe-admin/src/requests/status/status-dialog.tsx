import type { RequestKind } from '@kinmel/contracts';
import { Field, Select } from '@kinmel/ui';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { missingNoteText, needsNote } from '../../lists/status/note.rules.ts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { RequestDialog } from '../request-dialog.tsx';
import { statusesOf, statusFailures } from '../request-words.ts';
import type { AnyRequest } from '../requests-api.ts';
import { useRequestForm } from '../use-request-form.ts';
import { useSetStatus } from './use-set-status.ts';

interface StatusDialogProps<Row extends AnyRequest> extends RecordDialogProps<Row> {
  kind: RequestKind;
  /** What the request is about, in one line. */
  subject: string;
  onSaved: () => void;
}

/** "Update Status": status and notes. A step back or over needs a note. */
export function StatusDialog<Row extends AnyRequest>(props: StatusDialogProps<Row>) {
  const { kind, list, subject, wanted } = props;
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
      note={form.register('adminNotes')}
      noteError={edit.errorOf('adminNotes')}
      isUnusual={needsNote(current, fields.status)}
      conflict={[{ name: 'Status', now: wordOf(current.status), own: wordOf(fields.status) }]}
    >
      <Field label="Status">
        <Select {...form.register('status')}>
          {statusesOf[kind].map((value) => (
            <option key={value} value={value}>
              {wordOf(value)}
            </option>
          ))}
        </Select>
      </Field>
    </RequestDialog>
  );
}
