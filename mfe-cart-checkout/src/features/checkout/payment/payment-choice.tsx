import { type PaymentMethod, paymentMethods } from '@kinmel/contracts/browser';
import classes from './payment-choice.module.css';

interface PaymentChoiceProps {
  /** The offered methods. */
  methods: readonly PaymentMethod[];
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
}

export function PaymentChoice({ methods, value, onChange }: PaymentChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend className={`type-block ${classes.legend}`}>Payment</legend>
      <div className={classes.methods}>
        {methods.map((method) => (
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
            <span className={classes.detail}>{paymentMethods[method].detail}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
