import type { PaymentMethod } from '../placing/order-body.ts';
import classes from './payment-choice.module.css';

const methods: readonly { readonly value: PaymentMethod; readonly name: string; readonly detail: string }[] =
  [
    {
      value: 'cash_on_delivery',
      name: 'Cash on delivery',
      detail: 'Pay in cash when your order arrives.',
    },
    { value: 'card', name: 'Card', detail: 'You finish on a secure payment page.' },
  ];

interface PaymentChoiceProps {
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
}

/** How the order is paid. */
export function PaymentChoice({ value, onChange }: PaymentChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>Payment</legend>
      <div className={classes.methods}>
        {methods.map((method) => (
          <label key={method.value} className={classes.method}>
            <input
              type="radio"
              name="paymentMethod"
              value={method.value}
              checked={value === method.value}
              className={classes.radio}
              onChange={() => onChange(method.value)}
            />
            <span className={classes.name}>{method.name}</span>
            <span className={classes.detail}>{method.detail}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
