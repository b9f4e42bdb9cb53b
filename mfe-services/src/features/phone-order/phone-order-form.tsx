import { Alert, Button, Field, NeedsScript, TextArea, TextInput } from '@kinmel/ui';
import { useState } from 'react';
import { useGetShopPolicyQuery } from '../../policy/policy-api.ts';
import { localDay } from '../../requests/appointment/slot.rules.ts';
import { useToday } from '../../requests/appointment/use-today.ts';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { ContactFields } from '../../requests/contact-fields.tsx';
import { deliveryWords, paymentWords, priorityWords } from '../../requests/phone-order-words.rules.ts';
import classes from '../../requests/request-form.module.css';
import { contactOf, formStorage, useRequestForm } from '../../requests/use-request-form.ts';
import { PhoneGroup } from './phone-group.tsx';
import { useOrderPhoneMutation } from './phone-order-api.ts';
import { PhoneOrderConfirmed } from './phone-order-confirmed.tsx';
import { bodyTextOf, emptyPhoneOrder, errorsOf, fieldOrder } from './phone-order-form.rules.ts';

const storage = formStorage('phoneOrder', emptyPhoneOrder);

/** The order in its four sections (NPB-01 to NPB-04). */
export function PhoneOrderForm() {
  const [order] = useOrderPhoneMutation();
  const today = useToday();
  const [email, setEmail] = useState('');
  const form = useRequestForm({
    storage,
    empty: emptyPhoneOrder,
    known: (user) => ({ ...contactOf(user), address: user.location ?? '' }),
    fieldOrder,
    errorsOf: (fields) => errorsOf(fields, localDay(new Date())),
    bodyOf: (fields) => {
      setEmail(fields.email.trim());
      return bodyTextOf(fields);
    },
    send: (key, body) => order({ key, body }),
    failureTexts: {
      refused: 'Failed to create phone order',
      lost: 'Failed to create phone order. Please try again.',
    },
  });
  const { formProps, fields, change, errorProps, inputProps, failure, isBusy, sent } = form;
  const isDelivery = fields.deliveryMethod === 'delivery';
  const { data: policy } = useGetShopPolicyQuery(undefined, { skip: isDelivery });
  if (sent) return <PhoneOrderConfirmed sent={sent} email={email} onAnother={form.startAnew} />;
  return (
    <form {...formProps}>
      <NeedsScript />
      <fieldset className={classes.group}>
        <legend className={classes.title}>Personal information</legend>
        <div className={classes.fields}>
          <ContactFields errorProps={errorProps} inputProps={inputProps} />
        </div>
      </fieldset>
      <PhoneGroup fields={fields} errorProps={errorProps} onChange={change} />
      <fieldset className={classes.group}>
        <legend className={classes.title}>Payment and delivery</legend>
        <div className={classes.fields}>
          <div className={classes.wide}>
            <ChoiceCards
              label="Payment"
              name="paymentMethod"
              options={paymentWords}
              value={fields.paymentMethod}
              {...errorProps('paymentMethod')}
              onChange={(paymentMethod) => change({ paymentMethod })}
            />
          </div>
          <div className={classes.wide}>
            <ChoiceCards
              label="Delivery or pickup"
              name="deliveryMethod"
              options={deliveryWords}
              value={fields.deliveryMethod}
              {...errorProps('deliveryMethod')}
              onChange={(deliveryMethod) => change({ deliveryMethod })}
            />
          </div>
          {isDelivery ? (
            <Field label="Address" className={classes.wide} {...errorProps('address')}>
              <TextInput {...inputProps('address')} required autoComplete="street-address" maxLength={300} />
            </Field>
          ) : (
            <>
              <Field label="Preferred date" {...errorProps('preferredDate')}>
                <TextInput {...inputProps('preferredDate')} required type="date" min={today} />
              </Field>
              <Field
                label="Preferred time"
                hint={policy ? `The shop is open ${policy.support.officeHours}.` : undefined}
                {...errorProps('preferredTime')}
              >
                <TextInput {...inputProps('preferredTime')} required type="time" />
              </Field>
            </>
          )}
          <div className={classes.wide}>
            <ChoiceCards
              label="Priority"
              name="priority"
              options={priorityWords}
              value={fields.priority}
              {...errorProps('priority')}
              onChange={(priority) => change({ priority })}
            />
          </div>
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.title}>Additional information</legend>
        <div className={classes.fields}>
          <Field label="Budget" optional {...errorProps('budget')}>
            <TextInput {...inputProps('budget')} maxLength={60} autoComplete="off" />
          </Field>
          <Field label="Message" optional className={classes.wide} {...errorProps('message')}>
            <TextArea {...inputProps('message')} maxLength={2000} />
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
        busyText="Ordering..."
        className={classes.submit}
      >
        Order phone
      </Button>
    </form>
  );
}
