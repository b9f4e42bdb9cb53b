import { Field, type FieldProps, Select, TextArea, TextInput } from '@kinmel/ui';
import type { ComponentProps } from 'react';
import type { Path, PathValue } from 'react-hook-form';
import { PhotosField, type PhotosOptions } from './photos-field.tsx';
import { Segment, Segments } from './segments.tsx';
import type { FormFields, FormRecord, RecordForm } from './use-record-form.ts';

/** A field of a record: a line of text unless it has `rows`, `options`, `segments` or `photos`. */
export interface InputOptions<Name extends string>
  extends Pick<FieldProps, 'label' | 'hint' | 'optional' | 'announceError' | 'className'>,
    Pick<
      ComponentProps<typeof TextInput>,
      | 'before'
      | 'after'
      | 'inputMode'
      | 'type'
      | 'min'
      | 'step'
      | 'maxLength'
      | 'readOnly'
      | 'required'
      | 'autoCapitalize'
    > {
  readonly name: Name;
  readonly rows?: number | undefined;
  readonly options?: ComponentProps<typeof Select>['options'];
  readonly segments?: readonly (readonly [value: string, text: string])[];
  /** Used by `photosInput`. */
  readonly photos?: PhotosOptions;
  /** Another field that is cleared when this one changes. */
  readonly clears?: Name;
  readonly onText?: ((text: string) => void) | undefined;
}

interface RecordInputProps<Saved extends FormRecord, Fields extends FormFields>
  extends InputOptions<keyof Fields & string> {
  recordForm: RecordForm<Saved, Fields>;
}

export function RecordInput<Saved extends FormRecord, Fields extends FormFields>(
  props: RecordInputProps<Saved, Fields>,
) {
  const { recordForm, name, label, hint, optional, announceError, className, ...input } = props;
  const { rows, options, segments, photos, clears, onText, maxLength, required, ...native } = input;
  const { form } = recordForm;
  const path = name as string as Path<Fields>;
  const error = recordForm.errorOf(name);
  if (photos)
    return (
      <PhotosField
        {...photos}
        label={label}
        error={error}
        value={() => form.getValues(path) as string}
        onChange={(value) => recordForm.set({ [name]: value } as unknown as Partial<Fields>)}
      />
    );
  const registered = form.register(path, {
    onChange: ({ target }: { target: { value: string } }) => {
      if (clears) form.setValue(clears as string as typeof path, '' as PathValue<Fields, typeof path>);
      onText?.(target.value);
    },
  });
  if (segments)
    return (
      <Segments label={label} error={error}>
        {segments.map(([value, text]) => (
          <Segment key={value} input={registered} value={value} isWide>
            {text}
          </Segment>
        ))}
      </Segments>
    );
  return (
    <Field
      label={label}
      hint={hint}
      optional={optional}
      error={error}
      announceError={announceError}
      className={className}
    >
      {rows ? (
        <TextArea {...registered} rows={rows} maxLength={maxLength} required={required} />
      ) : options ? (
        <Select {...registered} options={options} required={required} />
      ) : (
        <TextInput {...registered} {...native} maxLength={maxLength} autoComplete="off" required={required} />
      )}
    </Field>
  );
}
