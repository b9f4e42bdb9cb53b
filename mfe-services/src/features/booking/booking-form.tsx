import { Alert, Button, Field, NeedsScript, Select, TextArea } from '@kinmel/ui';
import { problemDetails } from '@kinmel/web-kit/forms';
import { useState } from 'react';
import { AppointmentFields } from '../../requests/appointment/appointment-fields.tsx';
import { localDay, nearestOf, type Slot } from '../../requests/appointment/slot.rules.ts';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { ContactFields } from '../../requests/contact-fields.tsx';
import { repairModelNames } from '../../requests/phone-words.rules.ts';
import classes from '../../requests/request-form.module.css';
import { contactOf, formStorage, useRequestForm } from '../../requests/use-request-form.ts';
import { useBookRepairMutation } from './booking-api.ts';
import { BookingConfirmed } from './booking-confirmed.tsx';
import { bodyTextOf, emptyBooking, errorsOf, fieldOrder, urgencyWords } from './booking-form.rules.ts';

const storage = formStorage('repairBooking', emptyBooking);

/** The phone, the half hour and who comes with it (RBOOK-01 to RBOOK-12). */
export function BookingForm({ service }: { service: string | undefined }) {
  const [book] = useBookRepairMutation();
  const [nearest, setNearest] = useState<readonly Slot[]>([]);
  const form = useRequestForm({
    storage,
    empty: service === undefined ? emptyBooking : { ...emptyBooking, message: `${service}.` },
    known: contactOf,
    fieldOrder,
    errorsOf: (fields) => errorsOf(fields, localDay(new Date())),
    bodyOf: bodyTextOf,
    send: (key, body) => book({ key, body }),
    refused: (error) => {
      setNearest(nearestOf(problemDetails(error)));
      return {};
    },
    failureTexts: {
      refused: 'Booking failed',
      lost: 'Failed to create booking. Please try again.',
    },
  });
  const { formProps, fields, change, errorProps, inputProps, failure, isBusy, sent } = form;
  if (sent) return <BookingConfirmed sent={sent} onAnother={form.startAnew} />;
  return (
    <form {...formProps}>
      <NeedsScript />
      <fieldset className={classes.group}>
        <legend className={classes.title}>The phone</legend>
        <div className={classes.fields}>
          <Field label="Model" {...errorProps('model')}>
            <Select {...inputProps('model')} required>
              <option value="">Choose</option>
              {repairModelNames.map((model) => (
                <option key={model}>{model}</option>
              ))}
            </Select>
          </Field>
          <Field label="Message" optional className={classes.wide} {...errorProps('message')}>
            <TextArea {...inputProps('message')} maxLength={2000} />
          </Field>
          <div className={classes.wide}>
            <ChoiceCards
              label="Urgency"
              name="urgency"
              options={urgencyWords}
              value={fields.urgency}
              {...errorProps('urgency')}
              onChange={(urgency) => change({ urgency })}
            />
          </div>
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.title}>When</legend>
        <div className={classes.single}>
          <AppointmentFields
            date={fields.date}
            time={fields.time}
            errorProps={errorProps}
            nearest={nearest}
            onChange={(changes) => {
              setNearest([]);
              change(changes);
            }}
          />
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.title}>You</legend>
        <div className={classes.fields}>
          <ContactFields errorProps={errorProps} inputProps={inputProps} />
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
        busyText="Booking..."
        className={classes.submit}
      >
        Book repair
      </Button>
    </form>
  );
}
