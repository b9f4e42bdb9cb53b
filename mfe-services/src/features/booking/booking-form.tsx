import type { repairUrgencies } from '@kinmel/contracts';
import { TextArea } from '@kinmel/ui';
import { injectEndpoints } from '@kinmel/web-kit';
import { problemDetails } from '@kinmel/web-kit/forms';
import { useState } from 'react';
import * as z from 'zod/mini';
import { AppointmentFields } from '../../requests/appointment/appointment-fields.tsx';
import { nearestOf, type Slot, slotFields } from '../../requests/appointment/slot.rules.ts';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { contactFields, filledIn, optionalText } from '../../requests/form-fields.rules.ts';
import { repairModelNames } from '../../requests/phone-words.rules.ts';
import {
  ContactFields,
  FieldGroup,
  FormField,
  RequestForm,
  SelectField,
  Wide,
} from '../../requests/request-form.tsx';
import { type Submitted, submitting } from '../../requests/submitted.ts';
import { contactOf, declareRequestForm, useRequestForm } from '../../requests/use-request-form.ts';
import { BookingConfirmed } from './booking-confirmed.tsx';

export const bookingApi = injectEndpoints((build) => ({
  /** The key makes it safe to send again. */
  bookRepair: build.mutation<Submitted, { key: string; body: string }>({
    queryFn: (call, _api, _extra, send) => submitting(send, { url: '/api/bookings', ...call }),
    // Refused or not: the half hours may be others than those that are shown.
    invalidatesTags: ['Service'],
  }),
}));

const urgencyWords: Readonly<
  Record<(typeof repairUrgencies)[number], { readonly name: string; readonly detail: string }>
> = {
  low: { name: 'Low', detail: 'Within 7 days' },
  medium: { name: 'Medium', detail: 'Within 3 days' },
  high: { name: 'High', detail: 'Same day (may incur extra fees)' },
};

const booking = declareRequestForm({
  name: 'repairBooking',
  empty: { model: '', message: '', urgency: '', date: '', time: '', name: '', email: '', phone: '' },
  schema: z.object({
    model: filledIn('Please choose a model'),
    message: optionalText,
    urgency: filledIn('Please choose an urgency'),
    ...slotFields,
    ...contactFields,
  }),
  known: contactOf,
  failureTexts: { refused: 'Booking failed', lost: 'Failed to create booking. Please try again.' },
});

/** The phone, the slot and the contact of a repair booking. `service` is what is to be repaired. */
export function BookingForm({ service }: { service: string | undefined }) {
  const [book] = bookingApi.useBookRepairMutation();
  const [nearest, setNearest] = useState<readonly Slot[]>([]);
  const form = useRequestForm(booking, {
    start: service === undefined ? {} : { message: `${service}.` },
    send: (key, body) => {
      setNearest([]);
      return book({ key, body });
    },
    refused: (error) => {
      setNearest(nearestOf(problemDetails(error)));
      return {};
    },
  });
  if (form.sent) return <BookingConfirmed sent={form.sent} onAnother={form.startAnew} />;
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
        <Wide>
          <ChoiceCards form={form} label="Urgency" name="urgency" options={urgencyWords} />
        </Wide>
      </FieldGroup>
      <FieldGroup title="When" isSingle>
        <AppointmentFields form={form} nearest={nearest} />
      </FieldGroup>
      <FieldGroup title="You">
        <ContactFields form={form} names={['name', 'email', 'phone']} />
      </FieldGroup>
    </RequestForm>
  );
}
