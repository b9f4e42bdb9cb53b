import { type PaymentMethod, paymentMethods } from '@kinmel/contracts/browser';
import type { ReactNode } from 'react';
import classes from './payment-choice.module.css';

interface PaymentChoiceProps {
  /** The offered methods; empty when credit pays the whole total. */
  methods: readonly PaymentMethod[];
  value: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
  /** Shown above the methods. */
  children: ReactNode;
}

export function PaymentChoice({ methods, value, onChange, children }: PaymentChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend className={`type-block ${classes.legend}`}>Payment</legend>
      {children}
      {methods.length === 0 ? (
        <p className={`type-detail ${classes.credit}`}>{paymentMethods.credit.detail}</p>
      ) : (
        <div className={`stack gap-16 ${classes.methods}`}>
          {methods.map((method) => (
            <label key={method} className={`choice-card ${classes.method}`}>
              <input
                type="radio"
                name="paymentMethod"
                value={method}
                checked={value === method}
                className={`choice-dot ${classes.dot}`}
                onChange={() => onChange(method)}
              />
              <span className="type-strong">{paymentMethods[method].label}</span>
              <span className="type-detail">{paymentMethods[method].detail}</span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
