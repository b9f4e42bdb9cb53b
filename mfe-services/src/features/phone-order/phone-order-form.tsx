import { TextArea } from '@kinmel/ui';
import * as z from 'zod/mini';
import { useGetShopPolicyQuery } from '../../policy/shop-policy.ts';
import { useToday } from '../../requests/appointment/appointment-fields.tsx';
import { futureDate } from '../../requests/appointment/future-date.ts';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { deliveryChoices, paymentChoices, priorityChoices } from '../../requests/choices.rules.ts';
import { contactFields, filledIn, optionalText } from '../../requests/form-fields.rules.ts';
import {
  ContactFields,
  FieldGroup,
  FormField,
  RequestForm,
  TextField,
} from '../../requests/request-form.tsx';
import { contactOf, declareRequestForm, useRequestForm } from '../../requests/use-request-form.ts';
import { PhoneGroup } from './phone-group.tsx';
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
type PhoneOrderFields = typeof emptyOrder;

const commonFields = {
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
/** Empties the fields of the delivery method that was not chosen. */
const emptyText = z.pipe(
  z.string(),
  z.transform(() => ''),
);

const order = declareRequestForm<PhoneOrderFields>({
  name: 'phoneOrder',
  url: '/api/admin/phone-orders',
  empty: emptyOrder,
  schema: z.discriminatedUnion('deliveryMethod', [
    z.object({
      ...commonFields,
      deliveryMethod: z.literal('delivery'),
      address: filledIn('Please fill in Address'),
      preferredDate: emptyText,
      preferredTime: emptyText,
    }),
    z.object({
      ...commonFields,
      deliveryMethod: z.literal('pickup'),
      address: emptyText,
      preferredDate: futureDate,
      preferredTime: filledIn('Please choose a time'),
    }),
  ]) as unknown as z.ZodMiniType<PhoneOrderFields, PhoneOrderFields>,
  sessionValues: (user) => ({ ...contactOf(user), address: user.location ?? '' }),
  failureTexts: {
    errorResponse: 'Failed to create phone order',
    noResponse: 'Failed to create phone order. Please try again.',
  },
});

export function PhoneOrderForm() {
  const today = useToday();
  const form = useRequestForm(order);
  const isDelivery = form.fields.deliveryMethod === 'delivery';
  const { data: policy } = useGetShopPolicyQuery(undefined, { skip: isDelivery });
  if (form.submission) return <PhoneOrderConfirmed submission={form.submission} onAnother={form.startOver} />;
  return (
    <RequestForm form={form} submitText="Order phone" busyText="Ordering...">
      <FieldGroup title="Personal information">
        <ContactFields form={form} names={['name', 'email', 'phone']} />
      </FieldGroup>
      <PhoneGroup form={form} />
      <FieldGroup title="Payment and delivery">
        <ChoiceCards form={form} label="Payment" name="paymentMethod" options={paymentChoices} />
        <ChoiceCards form={form} label="Delivery or pickup" name="deliveryMethod" options={deliveryChoices} />
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
              hint={policy ? `Office hours: ${policy.support.officeHours}.` : undefined}
              type="time"
            />
          </>
        )}
        <ChoiceCards form={form} label="Priority" name="priority" options={priorityChoices} />
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
