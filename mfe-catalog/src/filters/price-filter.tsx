import { amountProblem, typedAmount } from '@kinmel/contracts/browser';
import { Field, RangeInput, TextInput } from '@kinmel/ui';
import { formatAmount, formatPrice } from '@kinmel/web-kit';
import { useState } from 'react';
import classes from './filter-panel.module.css';
import type { ProductFilters } from './product-filters.rules.ts';

interface PriceFilterProps {
  filters: ProductFilters;
  /** The lowest and the highest price in the list. */
  bounds: { readonly min: number; readonly max: number };
  onChange: (change: Pick<ProductFilters, 'minPrice' | 'maxPrice'>) => void;
}

/** Slider step; the ends are whole thousands, so that all values are round. */
const priceStep = 1000;

interface AmountFieldProps {
  label: string;
  value: number;
  /** Undefined when the field was emptied. */
  onCommit: (amount: number | undefined) => void;
}

function AmountField({ label, value, onCommit }: AmountFieldProps) {
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  const commit = () => {
    if (draft === undefined) return;
    const amount = draft.trim() === '' ? undefined : typedAmount(draft);
    if (amount !== undefined && !(amount >= 0)) return setError(amountProblem(draft));
    setDraft(undefined);
    onCommit(amount);
  };
  return (
    <Field label={label} hideLabel error={error} announceError>
      <TextInput
        before="NPR"
        inputMode="decimal"
        autoComplete="off"
        className={classes.amount}
        value={draft ?? formatAmount(value)}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setError(undefined);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
    </Field>
  );
}

/** A price range by slider or fields. The request is sent when a thumb is released or a field is left. */
export function PriceFilter({ filters, bounds, onChange }: PriceFilterProps) {
  const min = Math.floor(bounds.min / priceStep) * priceStep;
  const max = Math.max(Math.ceil(bounds.max / priceStep) * priceStep, min + priceStep);
  const chosenFrom = filters.minPrice ?? min;
  const chosenTo = filters.maxPrice ?? max;
  const [range, setRange] = useState<[number, number]>([chosenFrom, chosenTo]);
  // A new value in the URL replaces the one being edited.
  const chosen = `${chosenFrom} ${chosenTo}`;
  const [lastChosen, setLastChosen] = useState(chosen);
  if (lastChosen !== chosen) {
    setLastChosen(chosen);
    setRange([chosenFrom, chosenTo]);
  }
  const [from, to] = range;

  const commit = ([low, high]: readonly [number, number]) => {
    const [first, last] = low <= high ? [low, high] : [high, low];
    const minPrice = first > min ? first : undefined;
    const maxPrice = last < max ? last : undefined;
    if (minPrice !== filters.minPrice || maxPrice !== filters.maxPrice) onChange({ minPrice, maxPrice });
    else setRange([chosenFrom, chosenTo]);
  };

  return (
    <>
      <RangeInput
        label="Price"
        min={min}
        max={max}
        step={priceStep}
        value={[Math.min(Math.max(from, min), max), Math.max(Math.min(to, max), min)]}
        onChange={setRange}
        onCommit={commit}
        format={formatPrice}
        className={classes.slider}
      />
      <div className={`type-detail ${classes.amounts}`}>
        <AmountField label="Lowest price" value={from} onCommit={(amount = min) => commit([amount, to])} />
        <span>to</span>
        <AmountField label="Highest price" value={to} onCommit={(amount = max) => commit([from, amount])} />
      </div>
    </>
  );
}
