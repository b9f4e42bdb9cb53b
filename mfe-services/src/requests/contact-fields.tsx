import { Field, TextInput } from '@kinmel/ui';
import type { ComponentProps } from 'react';
import { type ContactField, contactLabels } from './contact.rules.ts';

interface ContactFieldsProps {
  errorProps: (field: ContactField) => { error: string | undefined; announceError: boolean };
  inputProps: (field: ContactField) => Pick<ComponentProps<'input'>, 'name' | 'onChange'> & { value: string };
}

/** Name, email and phone. */
export function ContactFields({ errorProps, inputProps }: ContactFieldsProps) {
  return (
    <>
      <Field label={contactLabels.name} {...errorProps('name')}>
        <TextInput {...inputProps('name')} required autoComplete="name" maxLength={100} />
      </Field>
      <Field label={contactLabels.email} {...errorProps('email')}>
        <TextInput {...inputProps('email')} required type="email" autoComplete="email" maxLength={254} />
      </Field>
      <Field label={contactLabels.phone} {...errorProps('phone')}>
        <TextInput {...inputProps('phone')} required type="tel" autoComplete="tel" maxLength={30} />
      </Field>
    </>
  );
}
