import { Alert, Button, Field, type FieldProps, NeedsScript, Select, TextInput } from '@kinmel/ui';
import type { ChangeEvent, ComponentProps, ReactNode, Ref } from 'react';
import classes from './request-form.module.css';
import type { FormParts, useRequestForm } from './use-request-form.ts';

interface RequestFormProps {
  form: Pick<ReturnType<typeof useRequestForm>, 'formProps' | 'failure' | 'isBusy'>;
  submitText: string;
  busyText: string;
  submitRef?: Ref<HTMLButtonElement>;
  className?: string | undefined;
  children: ReactNode;
  /** Shown under the button. */
  below?: ReactNode;
}

/** The frame of a request form: fields, failure, submit button. */
export function RequestForm({
  form: { formProps, failure, isBusy },
  submitText,
  busyText,
  submitRef,
  className,
  children,
  below,
}: RequestFormProps) {
  return (
    <form {...formProps} className={className}>
      <NeedsScript />
      {children}
      {failure ? (
        <Alert tone="bad" className="above-24">
          {failure}
        </Alert>
      ) : null}
      <Button
        ref={submitRef}
        type="submit"
        look="buy"
        size="large"
        busy={isBusy}
        busyText={busyText}
        className={`above-32 ${classes.submit}`}
      >
        {submitText}
      </Button>
      {below}
    </form>
  );
}

/** A group of fields in two columns, on phones in one. */
export function FieldGroup({
  title,
  isSingle = false,
  children,
}: {
  title: string;
  isSingle?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className={classes.group}>
      <legend className="type-block">{title}</legend>
      <div className={isSingle ? classes.single : `fields ${classes.single}`}>{children}</div>
    </fieldset>
  );
}

interface FormFieldProps<Name extends string> extends Pick<FieldProps, 'label' | 'hint' | 'optional'> {
  form: FormParts<Name>;
  name: Name;
  isWide?: boolean;
}

export function FormField<Name extends string>({
  form,
  name,
  isWide,
  children,
  ...field
}: FormFieldProps<Name> & { children: ReactNode }) {
  return (
    <Field {...field} {...form.errorProps(name)} className={isWide ? 'wide' : undefined}>
      {children}
    </Field>
  );
}

export function TextField<Name extends string>({
  form,
  name,
  label,
  hint,
  optional,
  isWide,
  ...input
}: FormFieldProps<Name> & Omit<ComponentProps<typeof TextInput>, 'form' | 'name'>) {
  return (
    <FormField form={form} name={name} label={label} hint={hint} optional={optional} isWide={isWide}>
      <TextInput {...form.inputProps(name)} required={!optional} {...input} />
    </FormField>
  );
}

export function SelectField<Name extends string>({
  options,
  value,
  onValue,
  ...field
}: FormFieldProps<Name> & {
  /** Makes the select controlled, for options that load later. */
  value?: string;
  options: readonly (readonly [value: string, text: string])[];
  /** Overrides the default change handler. */
  onValue?: (value: string) => void;
}) {
  const { form, name } = field;
  return (
    <FormField {...field}>
      <Select
        {...form.inputProps(name)}
        required
        {...(value === undefined ? {} : { value })}
        {...(onValue && {
          onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => onValue(currentTarget.value),
        })}
        options={[['', 'Choose'], ...options]}
      />
    </FormField>
  );
}

/** Name, email and phone; `names` are their field names. */
export function ContactFields<Name extends string>({
  form,
  names: [name, email, phone],
  nameLabel = 'Name',
}: {
  form: FormParts<Name>;
  names: readonly [Name, Name, Name];
  nameLabel?: string;
}) {
  return (
    <>
      <TextField form={form} name={name} label={nameLabel} autoComplete="name" maxLength={100} />
      <TextField form={form} name={email} label="Email" type="email" autoComplete="email" maxLength={254} />
      <TextField form={form} name={phone} label="Phone" type="tel" autoComplete="tel" maxLength={30} />
    </>
  );
}
