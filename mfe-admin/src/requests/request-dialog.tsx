import { Alert, Button, Dialog, Field, TextArea } from '@kinmel/ui';
import { type ComponentProps, type ReactNode, type RefObject, useId } from 'react';
import { customerReadsText, notesMaxLength } from '../lists/status/note.rules.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import classes from './request-form.module.css';

interface RequestDialogProps {
  title: string;
  submitText: string;
  busyText?: string;
  /** What the request is about, in one line. */
  about: ReactNode;
  /** The fields that somebody else saved first; undefined while nobody did. */
  conflict: ComponentProps<typeof ConflictNotice>['fields'] | undefined;
  /** Why the last try failed. */
  failure: string | undefined;
  /** Something was typed: the dialog then closes only by Cancel. */
  isDirty: boolean;
  isSaving: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  note: string;
  /** A step back or over needs one (SIL-38). */
  isNoteNeeded?: boolean;
  noteError?: string | undefined;
  noteInput?: RefObject<HTMLTextAreaElement | null>;
  onNote: (note: string) => void;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  /** The fields before the note. */
  children: ReactNode;
}

/** The dialog in which staff change a request: its fields, a note that the customer reads, and what went wrong. */
export function RequestDialog(props: RequestDialogProps) {
  const { title, submitText, busyText = 'Saving...', about, conflict, failure, isDirty, isSaving } = props;
  const { note, isNoteNeeded = false, noteError, noteInput, onNote, onSubmit, onClose, children } = props;
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      initialFocus={props.initialFocus}
      canDismiss={!isDirty && !isSaving}
      actions={
        <>
          <Button look="line" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving} busyText={busyText}>
            {submitText}
          </Button>
        </>
      }
    >
      <p>{about}</p>
      <form
        id={formId}
        className={classes.form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSaving) void onSubmit();
        }}
      >
        {conflict ? <ConflictNotice fields={conflict} /> : null}
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        {children}
        <Field label="Admin notes" optional={!isNoteNeeded} hint={customerReadsText} error={noteError}>
          <TextArea
            ref={noteInput}
            name="adminNotes"
            maxLength={notesMaxLength}
            value={note}
            onChange={({ target }) => onNote(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
