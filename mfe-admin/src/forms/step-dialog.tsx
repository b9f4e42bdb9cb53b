import { Alert, Field, type FieldProps, Select, TextArea, TextInput } from '@kinmel/ui';
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { Path } from 'react-hook-form';
import { failureText } from '../failure-text.ts';
import { sentenceCase } from '../lists/status/statuses.rules.ts';
import { minorUnitsOf } from '../money/typed-amount.rules.ts';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { ConflictNotice } from './form-notices.tsx';
import { Segment, Segments } from './segments.tsx';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';

type Saveable = { readonly id: string; readonly version: number };

/** A field of a step: a line of text unless it has `rows`, `options` or `segments`. */
export interface StepInput<Name extends string>
  extends Pick<FieldProps, 'label' | 'hint' | 'optional'>,
    Pick<ComponentProps<typeof TextInput>, 'before' | 'after' | 'inputMode'> {
  readonly name: Name;
  readonly rows?: number;
  readonly options?: ReactNode;
  readonly segments?: readonly (readonly [value: string, text: string])[];
  /** What its value must be, and the refusal of another one. */
  readonly must?: readonly [be: (text: string) => boolean, refusal: string];
}

export const isFilled = (text: string): boolean => text.trim() !== '';

export const amountOrZero = [
  (text: string) => minorUnitsOf(text) >= 0,
  'Please enter an amount with at most two decimals.',
] as const;

export interface StepDialogProps<Saved extends Saveable, Name extends string>
  extends Pick<FormDialogProps, 'title' | 'onClose'>,
    Pick<RecordFormOptions<Saved, Record<Name, string>>, 'kind' | 'what' | 'record' | 'save'>,
    Partial<
      Pick<RecordFormOptions<Saved, Record<Name, string>>, 'readFresh' | 'list' | 'fieldOf' | 'onSaved'>
    > {
  /** Default: the title. */
  submitText?: string;
  /** The fields as they are before the form is filled in. */
  start: Record<Name, string>;
  /** Shown when a failure has no reason. */
  failed: string;
  /** Compared after a change by somebody else. */
  stateOf?: (record: Saved) => string;
  /** The fields, with what stands between them. */
  inputs: (fields: Record<Name, string>) => readonly (StepInput<Name> | ReactElement | null)[];
  isBusy?: boolean;
}

/** A dialog that takes one step of a record: fields, conflict, failure. */
export function StepDialog<Saved extends Saveable, Name extends string>(props: StepDialogProps<Saved, Name>) {
  const { title, submitText = title, record, start, failed, stateOf, inputs, isBusy, onClose } = props;
  const edit = useRecordForm<Saved, Record<Name, string>>({
    fieldOf: (path) => path.replace(/\..*/, ''),
    ...props,
    fieldsOf: () => start,
    check: (fields) => {
      const wrong: Partial<Record<Name, string>> = {};
      for (const input of inputs(fields))
        if (input && 'name' in input && input.must?.[0](fields[input.name]) === false)
          wrong[input.name] = input.must[1];
      return wrong;
    },
    onSaved: (saved) => {
      onClose();
      props.onSaved?.(saved);
    },
    failureText: (error) => failureText(error, failed),
  });
  const { fresh, failure, fields, form } = edit;
  return (
    <FormDialog
      title={title}
      submitText={submitText}
      edit={{ ...edit, isSaving: edit.isSaving || isBusy === true }}
      onClose={onClose}
    >
      {fresh && record && stateOf ? (
        <ConflictNotice
          rows={[{ name: 'Status', now: sentenceCase(stateOf(fresh)), own: sentenceCase(stateOf(record)) }]}
        />
      ) : null}
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      {inputs(fields).map((shown) => {
        if (shown === null || isValidElement(shown)) return shown;
        const {
          name,
          label,
          hint,
          optional,
          rows,
          options,
          segments,
          must: _,
          ...input
        } = shown as StepInput<Name>;
        const registered = form.register(name as unknown as Path<Record<Name, string>>);
        const error = edit.errorOf(name);
        if (segments)
          return (
            <Segments key={name} label={label} error={error}>
              {segments.map(([value, text]) => (
                <Segment key={value} input={registered} value={value} isWide>
                  {text}
                </Segment>
              ))}
            </Segments>
          );
        return (
          <Field key={name} label={label} hint={hint} optional={optional} error={error}>
            {rows ? (
              <TextArea {...registered} rows={rows} maxLength={1000} />
            ) : options ? (
              <Select {...registered} required>
                {options}
              </Select>
            ) : (
              <TextInput {...registered} {...input} maxLength={100} autoComplete="off" required={!optional} />
            )}
          </Field>
        );
      })}
    </FormDialog>
  );
}
