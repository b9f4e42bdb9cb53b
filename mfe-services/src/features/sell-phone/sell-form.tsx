import { Alert, Button, Field, TextInput } from '@kinmel/ui';
import { selectUser, useAppSelector } from '@kinmel/web-kit';
import { type FormEvent, useRef, useState } from 'react';
import { PhoneGroup } from './phone-group.tsx';
import { RequestSent } from './request-sent.tsx';
import classes from './sell-form.module.css';
import {
  bodyOf,
  type ContactFields,
  emptyPhone,
  errorsOf,
  fieldOrder,
  type PhoneFields,
  photoError,
  type SellErrors,
  type SellField,
} from './sell-form.rules.ts';
import { useSubmitSellRequest } from './use-submit-sell-request.ts';

function focusField(form: HTMLFormElement | null, field: SellField): void {
  const found = form?.elements.namedItem(field);
  const control = found instanceof RadioNodeList ? found[0] : found;
  if (control instanceof HTMLElement) control.focus();
}

const firstOf = (errors: SellErrors) => fieldOrder.find((field) => errors[field] !== undefined);

interface SellFormProps {
  phone: PhoneFields;
  onChange: (phone: PhoneFields) => void;
  className?: string | undefined;
}

/** The phone and how its seller is reached (SELL-01 to SELL-05); whoever is signed in finds the second group filled in (SIL-48). */
export function SellForm({ phone, onChange, className }: SellFormProps) {
  const user = useAppSelector(selectUser);
  const [typed, setTyped] = useState<Partial<ContactFields>>({});
  const [photo, setPhoto] = useState<File>();
  const [errors, setErrors] = useState<SellErrors>({});
  const [failure, setFailure] = useState('');
  const [sent, setSent] = useState<{ trackingLink: string }>();
  const { submit, isBusy } = useSubmitSellRequest();
  const form = useRef<HTMLFormElement>(null);
  const contact: ContactFields = {
    fullName: user?.name ?? '',
    contactEmail: user?.email ?? '',
    contactPhone: user?.phone ?? user?.number ?? '',
    ...typed,
  };
  const first = firstOf(errors);
  const errorProps = (field: SellField) => ({ error: errors[field], announceError: first === field });

  const forget = (field: SellField) => setErrors((before) => ({ ...before, [field]: undefined }));
  const changePhone = (changes: Partial<PhoneFields>) => {
    onChange({ ...phone, ...changes });
    for (const field of fieldOrder) if (field in changes) forget(field);
  };
  const changePhoto = (next: File | undefined) => {
    const error = next && photoError(next);
    setErrors((before) => ({ ...before, phoneImage: error }));
    if (error === undefined) setPhoto(next);
  };
  const showErrors = (found: SellErrors) => {
    setErrors(found);
    const wrong = firstOf(found);
    if (wrong) focusField(form.current, wrong);
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setFailure('');
    setSent(undefined);
    const fields = { ...phone, ...contact };
    const found = errorsOf(fields);
    if (firstOf(found)) return showErrors(found);
    setErrors({});
    const outcome = await submit(bodyOf(fields, photo));
    if (outcome?.submitted) {
      onChange(emptyPhone);
      setPhoto(undefined);
      setTyped(contact);
      setSent(outcome.submitted);
    } else if (outcome?.failure) {
      setFailure(outcome.failure.message);
      showErrors(outcome.failure.fields);
    }
  };

  const contactInput = (name: keyof ContactFields) => ({
    name,
    required: true,
    value: contact[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
      setTyped((before) => ({ ...before, [name]: value }));
      forget(name);
    },
  });

  return (
    <form ref={form} noValidate className={className} onSubmit={(event) => void send(event)}>
      <PhoneGroup
        phone={phone}
        photo={photo}
        errorProps={errorProps}
        onChange={changePhone}
        onPhoto={changePhoto}
      />
      <fieldset className={classes.group}>
        <legend className={classes.title}>How we reach you</legend>
        <div className={classes.fields}>
          <Field label="Full name" {...errorProps('fullName')}>
            <TextInput {...contactInput('fullName')} autoComplete="name" maxLength={100} />
          </Field>
          <Field label="Email" {...errorProps('contactEmail')}>
            <TextInput {...contactInput('contactEmail')} type="email" autoComplete="email" maxLength={254} />
          </Field>
          <Field label="Phone" {...errorProps('contactPhone')}>
            <TextInput {...contactInput('contactPhone')} type="tel" autoComplete="tel" />
          </Field>
        </div>
      </fieldset>
      {failure ? (
        <Alert tone="bad" className={classes.failure}>
          {failure}
        </Alert>
      ) : null}
      <Button
        type="submit"
        look="buy"
        size="large"
        busy={isBusy}
        busyText="Sending..."
        className={classes.submit}
      >
        Send request
      </Button>
      {sent ? <RequestSent key={sent.trackingLink} trackingLink={sent.trackingLink} /> : null}
    </form>
  );
}
