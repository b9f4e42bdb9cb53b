import { Alert, Field, TextArea } from '@kinmel/ui';
import type { ReactNode, RefObject } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormDialog } from '../forms/form-dialog.tsx';
import { ConflictNotice, type ConflictRow } from '../forms/form-notices.tsx';
import { customerReadsText, notesMaxLength, unusualStepText } from '../lists/status/statuses.rules.ts';
import type { AnyRequest } from './requests-api.ts';
import type { useRequestForm } from './use-request-form.ts';

interface RequestDialogProps {
  title: string;
  submitText: string;
  busyText?: string;
  initialFocus?: RefObject<HTMLElement | null>;
  /** The request in one line. */
  about: ReactNode;
  edit: Pick<
    ReturnType<typeof useRequestForm<AnyRequest, { adminNotes: string }>>,
    'failure' | 'isDirty' | 'isSaving' | 'fresh' | 'box' | 'submit' | 'close' | 'noteError'
  > & { readonly fields: { readonly adminNotes: string }; readonly note: UseFormRegisterReturn };
  /** The step is not a usual one and needs a note. */
  isUnusual?: boolean;
  /** Own and current values of the fields. */
  conflict: readonly ConflictRow[];
  /** The fields above the note. */
  children: ReactNode;
}

/** The dialog that edits a request, with a note to the customer. */
export function RequestDialog(props: RequestDialogProps) {
  const { title, submitText, busyText, about, edit, isUnusual = false, children } = props;
  const { fresh } = edit;
  return (
    <FormDialog
      title={title}
      submitText={submitText}
      busyText={busyText}
      initialFocus={props.initialFocus}
      isBusy={edit.isSaving}
      canDismiss={!edit.isDirty}
      box={edit.box}
      onClose={edit.close}
      onSubmit={edit.submit}
    >
      <p>{about}</p>
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
      <Field label="Admin notes" optional={!isUnusual} hint={customerReadsText} error={edit.noteError}>
        <TextArea {...edit.note} maxLength={notesMaxLength} />
      </Field>
    </FormDialog>
  );
}
