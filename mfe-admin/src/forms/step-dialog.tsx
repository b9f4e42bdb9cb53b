import { Alert, Field, type FieldProps, TextArea, TextInput } from '@kinmel/ui';
import type { ComponentProps, ReactNode } from 'react';
import type { Path } from 'react-hook-form';
import { failureText } from '../failure-text.ts';
import { sentenceCase } from '../lists/status/statuses.rules.ts';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { ConflictNotice } from './form-notices.tsx';
import { type RecordForm, type RecordFormOptions, useRecordForm } from './use-record-form.ts';

type Saveable = { readonly id: string; readonly version: number };

/** A text field; with `rows` it has several lines. */
export interface StepInput<Name extends string>
  extends Pick<FieldProps, 'label' | 'hint' | 'optional'>,
    Pick<ComponentProps<typeof TextInput>, 'before' | 'after' | 'inputMode'> {
  readonly name: Name;
  readonly rows?: number;
}

interface StepDialogProps<Saved extends Saveable, Name extends string>
  extends Pick<FormDialogProps, 'title' | 'submitText' | 'onClose'>,
    Omit<RecordFormOptions<Saved, Record<Name, string>>, 'fieldsOf' | 'failureText' | 'initial'> {
  /** The fields as they are before the form is filled in. */
  start: Record<Name, string>;
  /** Shown when a failure has no reason. */
  failed: string;
  /** Compared after a change by somebody else. */
  stateOf?: (record: Saved) => string;
  inputs: (fields: Record<Name, string>) => readonly StepInput<Name>[];
  isBusy?: boolean;
  /** Above the text fields. */
  children?: (edit: RecordForm<Saved, Record<Name, string>>) => ReactNode;
}

/** A dialog that takes one step of a record: texts, conflict, failure. */
export function StepDialog<Saved extends Saveable, Name extends string>(props: StepDialogProps<Saved, Name>) {
  const {
    title,
    submitText,
    onClose,
    record,
    start,
    failed,
    stateOf,
    inputs,
    isBusy = false,
    children,
  } = props;
  const edit = useRecordForm<Saved, Record<Name, string>>({
    ...props,
    fieldsOf: () => start,
    failureText: (error) => failureText(error, failed),
  });
  const { fresh, failure, fields, form } = edit;
  return (
    <FormDialog
      title={title}
      submitText={submitText}
      edit={{ ...edit, isSaving: edit.isSaving || isBusy }}
      onClose={onClose}
    >
      {fresh && record && stateOf ? (
        <ConflictNotice
          rows={[{ name: 'Status', now: sentenceCase(stateOf(fresh)), own: sentenceCase(stateOf(record)) }]}
        />
      ) : null}
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      {children?.(edit)}
      {inputs(fields).map(({ name, label, hint, optional, rows, ...input }) => {
        const registered = form.register(name as unknown as Path<Record<Name, string>>);
        return (
          <Field key={name} label={label} hint={hint} optional={optional} error={edit.errorOf(name)}>
            {rows ? (
              <TextArea {...registered} rows={rows} maxLength={1000} />
            ) : (
              <TextInput {...registered} {...input} maxLength={100} autoComplete="off" required={!optional} />
            )}
          </Field>
        );
      })}
    </FormDialog>
  );
}
