import { TextArea } from '@kinmel/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useGetShopPolicyQuery } from '../../policy/policy-api.ts';
import { futureDate } from '../../requests/appointment/slot.rules.ts';
import { useToday } from '../../requests/appointment/use-today.ts';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { contactFields, filledIn, optionalText } from '../../requests/form-fields.rules.ts';
import { deliveryWords, paymentWords, priorityWords } from '../../requests/phone-order-words.rules.ts';
import {
  ContactFields,
  FieldGroup,
  FormField,
  RequestForm,
  TextField,
  Wide,
} from '../../requests/request-form.tsx';
import { contactOf, declareRequestForm, useRequestForm } from '../../requests/use-request-form.ts';
import { PhoneGroup } from './phone-group.tsx';
import { useOrderPhoneMutation } from './phone-order-api.ts';
import { PhoneOrderConfirmed } from './phone-order-confirmed.tsx';

const emptyOrder = {
  name: '',
  email: '',
  phone: '',
  model: '',
  color: '',
  storage: '',
  quantity: 1,
  paymentMethod: 'full',
  deliveryMethod: 'delivery',
  address: '',
  preferredDate: '',
  preferredTime: '',
  priority: 'standard',
  budget: '',
  message: '',
};
export type PhoneOrderFields = typeof emptyOrder;

const common = {
  ...contactFields,
  model: filledIn('Please fill in Model'),
  color: filledIn('Please fill in Color'),
  storage: filledIn('Please fill in Storage'),
  quantity: z.number(),
  paymentMethod: z.string(),
  priority: z.string(),
  budget: optionalText,
  message: optionalText,
};
/** Of what its way of delivery does not need nothing is sent. */
const nothing = z.pipe(
  z.string(),
  z.transform(() => ''),
);

const order = declareRequestForm<PhoneOrderFields>({
  name: 'phoneOrder',
  empty: emptyOrder,
  schema: z.discriminatedUnion('deliveryMethod', [
    z.object({
      ...common,
      deliveryMethod: z.literal('delivery'),
      address: filledIn('Please fill in Address'),
      preferredDate: nothing,
      preferredTime: nothing,
    }),
    z.object({
      ...common,
      deliveryMethod: z.literal('pickup'),
      address: nothing,
      preferredDate: futureDate,
      preferredTime: filledIn('Please choose a time'),
    }),
  ]) as unknown as z.ZodMiniType<PhoneOrderFields, PhoneOrderFields>,
  known: (user) => ({ ...contactOf(user), address: user.location ?? '' }),
  failureTexts: {
    refused: 'Failed to create phone order',
    lost: 'Failed to create phone order. Please try again.',
  },
});

/** The order in its four sections. */
export function PhoneOrderForm() {
  const [orderPhone] = useOrderPhoneMutation();
  const today = useToday();
  const [email, setEmail] = useState('');
  const form = useRequestForm(order, {
    bodyOf: (fields) => {
      setEmail(fields.email);
      return JSON.stringify(fields);
    },
    send: (key, body) => orderPhone({ key, body }),
  });
  const isDelivery = form.fields.deliveryMethod === 'delivery';
  const { data: policy } = useGetShopPolicyQuery(undefined, { skip: isDelivery });
  if (form.sent) return <PhoneOrderConfirmed sent={form.sent} email={email} onAnother={form.startAnew} />;
  return (
    <RequestForm form={form} submitText="Order phone" busyText="Ordering...">
      <FieldGroup title="Personal information">
        <ContactFields form={form} names={['name', 'email', 'phone']} />
      </FieldGroup>
      <PhoneGroup form={form} />
      <FieldGroup title="Payment and delivery">
        <Wide>
          <ChoiceCards form={form} label="Payment" name="paymentMethod" options={paymentWords} />
        </Wide>
        <Wide>
          <ChoiceCards form={form} label="Delivery or pickup" name="deliveryMethod" options={deliveryWords} />
        </Wide>
        {isDelivery ? (
          <TextField
            form={form}
            name="address"
            label="Address"
            isWide
            autoComplete="street-address"
            maxLength={300}
          />
        ) : (
          <>
            <TextField form={form} name="preferredDate" label="Preferred date" type="date" min={today} />
            <TextField
              form={form}
              name="preferredTime"
              label="Preferred time"
              hint={policy ? `The shop is open ${policy.support.officeHours}.` : undefined}
              type="time"
            />
          </>
        )}
        <Wide>
          <ChoiceCards form={form} label="Priority" name="priority" options={priorityWords} />
        </Wide>
      </FieldGroup>
      <FieldGroup title="Additional information">
        <TextField form={form} name="budget" label="Budget" optional maxLength={60} autoComplete="off" />
        <FormField form={form} name="message" label="Message" optional isWide>
          <TextArea {...form.inputProps('message')} maxLength={2000} />
        </FormField>
      </FieldGroup>
    </RequestForm>
  );
}
