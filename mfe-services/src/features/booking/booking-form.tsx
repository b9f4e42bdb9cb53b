import { TextArea } from '@kinmel/ui';
import { problemDetails } from '@kinmel/web-kit/forms';
import * as z from 'zod/mini';
import { nearestOf } from '../../requests/appointment/appointment.rules.ts';
import { AppointmentFields } from '../../requests/appointment/appointment-fields.tsx';
import { slotFields } from '../../requests/appointment/future-date.ts';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { repairModelNames, urgencyChoices } from '../../requests/choices.rules.ts';
import { contactFields, filledIn, optionalText } from '../../requests/form-fields.rules.ts';
import {
  ContactFields,
  FieldGroup,
  FormField,
  RequestForm,
  SelectField,
} from '../../requests/request-form.tsx';
import { contactOf, declareRequestForm, useRequestForm } from '../../requests/use-request-form.ts';
import { BookingConfirmed } from './booking-confirmed.tsx';

const bookingForm = declareRequestForm({
  name: 'repairBooking',
  url: '/api/bookings',
  empty: { model: '', message: '', urgency: '', date: '', time: '', name: '', email: '', phone: '' },
  schema: z.object({
    model: filledIn('Please choose a model'),
    message: optionalText,
    urgency: filledIn('Please choose an urgency'),
    ...slotFields,
    ...contactFields,
  }),
  sessionValues: contactOf,
  failureTexts: {
    errorResponse: 'Booking failed',
    noResponse: 'Failed to create booking. Please try again.',
  },
});

/** `service` is the repair that was chosen on `/repair`. */
export function BookingForm({ service }: { service: string | undefined }) {
  const form = useRequestForm(bookingForm, {
    start: service === undefined ? {} : { message: `${service}.` },
  });
  if (form.submission) return <BookingConfirmed submission={form.submission} onAnother={form.startOver} />;
  return (
    <RequestForm form={form} submitText="Book repair" busyText="Booking...">
      <FieldGroup title="The phone">
        <SelectField
          form={form}
          name="model"
          label="Model"
          options={repairModelNames.map((model) => [model, model])}
        />
        <FormField form={form} name="message" label="Message" optional isWide>
          <TextArea {...form.inputProps('message')} maxLength={2000} />
        </FormField>
        <ChoiceCards form={form} label="Urgency" name="urgency" options={urgencyChoices} />
      </FieldGroup>
      <FieldGroup title="When" isSingle>
        <AppointmentFields form={form} nearest={nearestOf(problemDetails(form.refusal))} />
      </FieldGroup>
      <FieldGroup title="You">
        <ContactFields form={form} names={['name', 'email', 'phone']} />
      </FieldGroup>
    </RequestForm>
  );
}
