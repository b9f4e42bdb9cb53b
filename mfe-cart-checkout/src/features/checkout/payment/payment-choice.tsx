import { type PaymentMethod, paymentMethodNames, paymentMethods } from '@kinmel/contracts/browser';
import classes from './payment-choice.module.css';

interface PaymentChoiceProps {
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
}

export function PaymentChoice({ value, onChange }: PaymentChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend className={`type-block ${classes.legend}`}>Payment</legend>
      <div className={classes.methods}>
        {paymentMethodNames.map((method) => (
          <label key={method} className={classes.method}>
            <input
              type="radio"
              name="paymentMethod"
              value={method}
              checked={value === method}
              className={classes.radio}
              onChange={() => onChange(method)}
            />
            <span className={classes.name}>{paymentMethods[method].label}</span>
            <span className={classes.detail}>
              {paymentMethods[method].isPaidOnline
                ? 'You finish on a secure payment page.'
                : 'Pay in cash when your order arrives.'}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
