import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import classes from './quantity.module.css';

export interface QuantityProps {
  /** What is counted; part of the accessible name of all three controls. */
  name: string;
  value: number;
  /** Called with a whole number between `min` and `max`, only when it differs from `value`. */
  onChange: (value: number) => void;
  /** The number in a typed text; NaN when there is none. */
  parseNumber: (text: string) => number;
  min?: number | undefined;
  max?: number | undefined;
}

/** Minus, number, plus. The number can be typed; invalid input is corrected on blur. */
export function Quantity({ name, value, onChange, parseNumber, min = 1, max = 99 }: QuantityProps) {
  const [typedText, setTypedText] = useState<string>();
  const minus = useRef<HTMLButtonElement>(null);
  const plus = useRef<HTMLButtonElement>(null);

  const change = (next: number) => {
    const boundedValue = Math.min(max, Math.max(min, next));
    if (boundedValue !== value) onChange(boundedValue);
    return boundedValue;
  };
  const press = (event: MouseEvent<HTMLButtonElement>, next: number) => {
    const boundedValue = change(next);
    // A button that becomes disabled would lose the focus to the body.
    if (document.activeElement !== event.currentTarget) return;
    if (boundedValue <= min) plus.current?.focus();
    else if (boundedValue >= max) minus.current?.focus();
  };
  const commitTypedText = () => {
    if (typedText === undefined) return;
    const amount = typedText.trim() === '' ? Number.NaN : parseNumber(typedText);
    setTypedText(undefined);
    change(Number.isInteger(amount) && amount >= 0 ? amount : value);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commitTypedText();
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      change(value + (event.key === 'ArrowUp' ? 1 : -1));
    }
  };

  return (
    <fieldset aria-label={`Quantity of ${name}`} className={classes.quantity}>
      <button
        type="button"
        className={classes.step}
        aria-label={`Decrease quantity of ${name}`}
        disabled={value <= min}
        ref={minus}
        onClick={(event) => press(event, value - 1)}
      >
        <Minus size={18} />
      </button>
      <input
        className={classes.number}
        aria-label={`Quantity of ${name}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={typedText ?? String(value)}
        onChange={(event) => setTypedText(event.currentTarget.value)}
        onBlur={commitTypedText}
        onKeyDown={onKey}
      />
      <button
        type="button"
        className={classes.step}
        aria-label={`Increase quantity of ${name}`}
        disabled={value >= max}
        ref={plus}
        onClick={(event) => press(event, value + 1)}
      >
        <Plus size={18} />
      </button>
    </fieldset>
  );
}
