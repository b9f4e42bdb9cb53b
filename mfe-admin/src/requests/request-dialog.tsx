import { Alert, Button, Dialog, Field, TextArea } from '@kinmel/ui';
import { type ReactNode, type RefObject, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { ConflictNotice, type ConflictRow } from '../forms/form-notices.tsx';
import { customerReadsText, notesMaxLength, unusualStepText } from '../lists/status/note.rules.ts';
import classes from './request-form.module.css';
import type { AnyRequest } from './requests-api.ts';
import type { useRequestForm } from './use-request-form.ts';

interface RequestDialogProps {
  title: string;
  submitText: string;
  busyText?: string;
  initialFocus?: RefObject<HTMLElement | null>;
  /** What the request is about, in one line. */
  about: ReactNode;
  edit: Pick<
    ReturnType<typeof useRequestForm<AnyRequest, { adminNotes: string }>>,
    'failure' | 'isDirty' | 'isSaving' | 'fresh' | 'box' | 'submit' | 'close'
  > & { readonly fields: { readonly adminNotes: string } };
  note: UseFormRegisterReturn;
  noteError: string | undefined;
  /** A step back or over needs a note. */
  isUnusual?: boolean;
  /** The fields with what somebody else saved and what was typed here. */
  conflict: readonly ConflictRow[];
  /** The fields before the note. */
  children: ReactNode;
}

/** The dialog in which staff change a request: its fields, a note that the customer reads, and what went wrong. */
export function RequestDialog(props: RequestDialogProps) {
  const { title, submitText, busyText = 'Saving...', about, edit, isUnusual = false, children } = props;
  const { fresh, isSaving, box } = edit;
  const formId = useId();
  return (
    <Dialog
      open
      onClose={edit.close}
      title={title}
      initialFocus={props.initialFocus}
      canDismiss={!edit.isDirty && !isSaving}
      actions={
        <>
          <Button look="line" onClick={edit.close} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving} busyText={busyText}>
            {submitText}
          </Button>
        </>
      }
    >
      <p>{about}</p>
      <form ref={box} id={formId} className={classes.form} method="post" noValidate onSubmit={edit.submit}>
        {fresh ? (
          <ConflictNotice
            rows={[
              ...props.conflict,
              { name: 'Admin notes', now: fresh.adminNotes ?? '', own: edit.fields.adminNotes },
            ]}
          />
        ) : null}
        {edit.failure ? <Alert tone="bad">{edit.failure}</Alert> : null}
        {children}
        {isUnusual ? <Alert tone="warn">{unusualStepText}</Alert> : null}
        <Field label="Admin notes" optional={!isUnusual} hint={customerReadsText} error={props.noteError}>
          <TextArea {...props.note} maxLength={notesMaxLength} />
        </Field>
      </form>
    </Dialog>
  );
}
