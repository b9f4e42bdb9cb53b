import { Alert, Button, Field, NeedsScript, TextInput } from '@kinmel/ui';
import { useRef } from 'react';
import classes from '../../requests/request-form.module.css';
import { PhoneGroup } from './phone-group.tsx';
import { RequestSent } from './request-sent.tsx';
import { UploadProgress } from './upload-progress.tsx';
import type { SellFormState } from './use-sell-form.ts';

interface SellFormProps {
  form: SellFormState;
  className?: string | undefined;
}

/** The phone and how its seller is reached (SELL-01 to SELL-05); whoever is signed in finds the second group filled in (SIL-48). */
export function SellForm({ form, className }: SellFormProps) {
  const submit = useRef<HTMLButtonElement>(null);
  const { formProps, fields, photo, errorProps, inputProps, failure, isBusy, sent } = form;
  return (
    <form {...formProps} className={className}>
      <NeedsScript />
      <PhoneGroup
        phone={fields}
        photo={photo}
        lostPhoto={form.lostPhoto}
        errorProps={errorProps}
        onChange={form.change}
        onPhoto={form.changePhoto}
        onUnreadablePhoto={form.refusePhoto}
        onPriceInput={form.notePriceInput}
      />
      <fieldset className={classes.group}>
        <legend className={classes.title}>How we reach you</legend>
        <div className={classes.fields}>
          <Field label="Full name" {...errorProps('fullName')}>
            <TextInput {...inputProps('fullName')} required autoComplete="name" maxLength={100} />
          </Field>
          <Field label="Email" {...errorProps('contactEmail')}>
            <TextInput
              {...inputProps('contactEmail')}
              required
              type="email"
              autoComplete="email"
              maxLength={254}
            />
          </Field>
          <Field label="Phone" {...errorProps('contactPhone')}>
            <TextInput {...inputProps('contactPhone')} required type="tel" autoComplete="tel" />
          </Field>
        </div>
      </fieldset>
      {failure ? (
        <Alert tone="bad" className={classes.failure}>
          {failure}
        </Alert>
      ) : null}
      <Button
        ref={submit}
        type="submit"
        look="buy"
        size="large"
        busy={isBusy}
        busyText="Sending..."
        className={classes.submit}
      >
        Send request
      </Button>
      {isBusy && photo ? (
        <UploadProgress
          share={form.share}
          onCancel={() => {
            form.cancel();
            // The button to cancel goes away with the upload.
            submit.current?.focus();
          }}
        />
      ) : null}
      {sent ? (
        <RequestSent
          key={sent.trackingLink}
          trackingLink={sent.trackingLink}
          email={fields.contactEmail.trim()}
        />
      ) : null}
    </form>
  );
}
