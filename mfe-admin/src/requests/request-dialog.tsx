import { Alert, Field, TextArea } from '@kinmel/ui';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormDialog, type FormDialogProps } from '../forms/form-dialog.tsx';
import { ConflictNotice, type ConflictRow } from '../forms/form-notices.tsx';
import { customerReadsText, notesMaxLength, unusualStepText } from '../lists/status/statuses.rules.ts';
import type { AnyRequest } from './requests-api.ts';
import type { useRequestForm } from './use-request-form.ts';

interface RequestDialogProps
  extends Pick<FormDialogProps, 'title' | 'submitText' | 'busyText' | 'initialFocus'> {
  /** The request in one line. */
  about: ReactNode;
  edit: Pick<
    ReturnType<typeof useRequestForm<AnyRequest, { adminNotes: string }>>,
    'failure' | 'isDirty' | 'isSaving' | 'fresh' | 'box' | 'submit' | 'forget' | 'onClose' | 'noteError'
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
  const { about, edit, isUnusual = false, conflict, children, ...dialog } = props;
  const { fresh } = edit;
  return (
    <FormDialog {...dialog} edit={edit} onClose={edit.onClose}>
      <p>{about}</p>
      {fresh ? (
        <ConflictNotice
          rows={[
            ...conflict,
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
