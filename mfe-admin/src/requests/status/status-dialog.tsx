import type { RequestKind } from '@kinmel/contracts';
import { Alert, Button, Dialog, Field, Select, TextArea } from '@kinmel/ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { ConflictNotice } from '../conflict-notice.tsx';
import { failureText, isVersionConflict, statusFailures } from '../failure-text.ts';
import classes from '../request-form.module.css';
import { statusesOf } from '../request-words.ts';
import type { AnyRequest } from '../requests-api.ts';
import { useFreshRequest } from '../use-fresh-request.ts';
import {
  customerReadsText,
  missingNoteText,
  needsNote,
  notesMaxLength,
  unusualStepText,
} from './note.rules.ts';
import { type PatchRow, useSetStatus } from './use-set-status.ts';

interface StatusDialogProps {
  kind: RequestKind;
  request: AnyRequest;
  /** What the request is about, in one line. */
  subject: string;
  /** The status that is chosen at first; the one that it has without this. */
  wanted?: string | undefined;
  patch: PatchRow;
  onClose: () => void;
  onSaved?: ((request: AnyRequest) => void) | undefined;
}

/** "Update Status": status and notes (ASELL-24). A step back or over needs a note; nothing that was typed is lost (SIL-38). */
export function StatusDialog({ kind, request, subject, wanted, patch, onClose, onSaved }: StatusDialogProps) {
  const form = useId();
  const notes = useRef<HTMLTextAreaElement>(null);
  const { current, fresh, refresh } = useFreshRequest(kind, request);
  const { setStatus, isLoading } = useSetStatus(kind, patch);
  const [status, setWanted] = useState(wanted ?? request.status);
  const [note, setNote] = useState('');
  const [noteError, setNoteError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const isUnusual = needsNote(current, status);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (isUnusual && note.trim() === '') {
      setNoteError(missingNoteText);
      notes.current?.focus();
      return;
    }
    setFailure(undefined);
    const { data, error } = await setStatus(current, { status, note: note.trim() });
    if (data) {
      onSaved?.(data);
      onClose();
      return;
    }
    if (isVersionConflict(error)) {
      const now = await refresh();
      if (now) {
        patch(now.id, now);
        return;
      }
    }
    setFailure(failureText(error, statusFailures[kind]));
  };

  const isDirty = note !== '' || status !== (wanted ?? request.status);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Update Status"
      canDismiss={!isDirty && !isLoading}
      actions={
        <>
          <Button look="line" onClick={onClose} disabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={isLoading} busyText="Saving...">
            Save status
          </Button>
        </>
      }
    >
      <p>{subject}</p>
      <form
        id={form}
        className={classes.form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {fresh ? (
          <ConflictNotice
            fields={[
              { name: 'Status', now: wordOf(fresh.status), own: wordOf(status) },
              { name: 'Admin notes', now: fresh.adminNotes ?? '', own: note },
            ]}
          />
        ) : null}
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        <Field label="Status">
          <Select name="status" value={status} onChange={(event) => setWanted(event.target.value)}>
            {statusesOf[kind].map((value) => (
              <option key={value} value={value}>
                {wordOf(value)}
              </option>
            ))}
          </Select>
        </Field>
        {isUnusual ? <Alert tone="warn">{unusualStepText}</Alert> : null}
        <Field label="Admin notes" optional={!isUnusual} hint={customerReadsText} error={noteError}>
          <TextArea
            ref={notes}
            name="adminNotes"
            maxLength={notesMaxLength}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setNoteError(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
