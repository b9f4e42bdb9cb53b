import { RangeInput, TextInput } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { useEffect, useState } from 'react';
import classes from './filter-panel.module.css';
import type { ProductFilters } from './product-filters.rules.ts';

interface PriceFilterProps {
  filters: ProductFilters;
  /** The lowest and the highest price of what could be listed. */
  bounds: { readonly min: number; readonly max: number };
  onChange: (change: Pick<ProductFilters, 'minPrice' | 'maxPrice'>) => void;
}

/** The step of the slider; the ends lie on whole thousands, so that its figures are round. */
const stepOfPrices = 1000;

const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const amountIn = (text: string) => {
  const digits = text.replaceAll(/[^\d.]/g, '');
  const amount = Number(digits);
  return digits === '' || Number.isNaN(amount) ? undefined : amount;
};

/** A price range by two thumbs or by two fields. The list is asked for when a thumb is let go or a field is left. */
export function PriceFilter({ filters, bounds, onChange }: PriceFilterProps) {
  const min = Math.floor(bounds.min / stepOfPrices) * stepOfPrices;
  const max = Math.max(Math.ceil(bounds.max / stepOfPrices) * stepOfPrices, min + stepOfPrices);
  const chosenFrom = filters.minPrice ?? min;
  const chosenTo = filters.maxPrice ?? max;
  const [range, setRange] = useState<[number, number]>([chosenFrom, chosenTo]);
  useEffect(() => setRange([chosenFrom, chosenTo]), [chosenFrom, chosenTo]);
  const [from, to] = range;

  const commit = ([low, high]: readonly [number, number]) => {
    const [first, last] = low <= high ? [low, high] : [high, low];
    const minPrice = first > min ? first : undefined;
    const maxPrice = last < max ? last : undefined;
    if (minPrice !== filters.minPrice || maxPrice !== filters.maxPrice) onChange({ minPrice, maxPrice });
    else setRange([chosenFrom, chosenTo]);
  };

  const field = (
    label: string,
    value: number,
    rangeWith: (amount: number) => [number, number],
    empty: number,
  ) => (
    <TextInput
      // A new value from outside starts the field anew.
      key={value}
      before="NPR"
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      className={classes.amount}
      defaultValue={figures.format(value)}
      onBlur={(event) => commit(rangeWith(amountIn(event.currentTarget.value) ?? empty))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(rangeWith(amountIn(event.currentTarget.value) ?? empty));
      }}
    />
  );

  return (
    <>
      <RangeInput
        label="Price"
        min={min}
        max={max}
        step={stepOfPrices}
        value={[Math.min(Math.max(from, min), max), Math.max(Math.min(to, max), min)]}
        onChange={setRange}
        onCommit={commit}
        format={formatPrice}
        className={classes.slider}
      />
      <div className={classes.amounts}>
        {field('Lowest price', from, (amount) => [amount, to], min)}
        <span>to</span>
        {field('Highest price', to, (amount) => [from, amount], max)}
      </div>
    </>
  );
}
