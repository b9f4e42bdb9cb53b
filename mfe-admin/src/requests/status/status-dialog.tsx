import type { RequestKind } from '@kinmel/contracts';
import { Alert, Field, Select } from '@kinmel/ui';
import { useRef, useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { useDialogDraft, useKeepDraft } from '../../forms/dialog-draft.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { missingNoteText, needsNote, unusualStepText } from '../../lists/status/note.rules.ts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { RequestDialog } from '../request-dialog.tsx';
import { statusesOf, statusFailures } from '../request-words.ts';
import type { AnyRequest } from '../requests-api.ts';
import { useSaveRequest } from '../use-save-request.ts';
import { useSetStatus } from './use-set-status.ts';

interface StatusDialogProps<Row extends AnyRequest> extends RecordDialogProps<Row> {
  kind: RequestKind;
  /** What the request is about, in one line. */
  subject: string;
  onSaved: () => void;
}

/** "Update Status": status and notes (ASELL-24). A step back or over needs a note; nothing that was typed is lost (SIL-38). */
export function StatusDialog<Row extends AnyRequest>(props: StatusDialogProps<Row>) {
  const { kind, row: request, list, subject, wanted, onClose, onSaved } = props;
  const noteInput = useRef<HTMLTextAreaElement>(null);
  const draft = useDialogDraft({ kind, what: 'status', id: request.id, version: request.version });
  const { current, fresh, save } = useSaveRequest(kind, request, list, draft.isOvertaken);
  const { setStatus, isLoading } = useSetStatus(kind, list);
  const [chosen, setChosen] = useState<string | undefined>(draft.fields?.['status'] ?? wanted);
  // Not chosen here: as it is now, so that a note takes no step of somebody else back.
  const status = chosen ?? current.status;
  const [note, setNote] = useState(draft.fields?.['note'] ?? '');
  const [noteError, setNoteError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const isUnusual = needsNote(current, status);
  const isDirty = note !== '' || status !== (wanted ?? current.status);
  // A step that was chosen in the list and waits for its note is nothing typed, but is not lost either.
  const kept = { note, ...(chosen === undefined ? {} : { status: chosen }) };
  useKeepDraft(draft, kept, isDirty || status !== current.status);
  const close = () => {
    draft.forget();
    onClose();
  };

  const submit = async () => {
    if (isUnusual && note.trim() === '') {
      setNoteError(missingNoteText);
      noteInput.current?.focus();
      return;
    }
    setFailure(undefined);
    const { data, error } = await save((before) => setStatus(before, { status, note: note.trim() }));
    if (data) {
      onSaved();
      close();
    } else if (error !== undefined) {
      setFailure(failureText(error, statusFailures[kind]));
    }
  };

  return (
    <RequestDialog
      title="Update Status"
      submitText="Save status"
      about={subject}
      conflict={
        fresh && [
          { name: 'Status', now: wordOf(fresh.status), own: wordOf(status) },
          { name: 'Admin notes', now: fresh.adminNotes ?? '', own: note },
        ]
      }
      failure={failure}
      isDirty={isDirty}
      isSaving={isLoading}
      note={note}
      isNoteNeeded={isUnusual}
      noteError={noteError}
      noteInput={noteInput}
      onNote={(text) => {
        setNote(text);
        setNoteError(undefined);
      }}
      onSubmit={submit}
      onClose={close}
    >
      <Field label="Status">
        <Select name="status" value={status} onChange={(event) => setChosen(event.target.value)}>
          {statusesOf[kind].map((value) => (
            <option key={value} value={value}>
              {wordOf(value)}
            </option>
          ))}
        </Select>
      </Field>
      {isUnusual ? <Alert tone="warn">{unusualStepText}</Alert> : null}
    </RequestDialog>
  );
}
