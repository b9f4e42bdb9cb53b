import { Chip } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { useRef } from 'react';
import { categoryLinks } from '../products/product-categories.rules.ts';
import classes from './filter-chips.module.css';
import {
  activeFilterCount,
  choiceFilters,
  type ProductFilters,
  withoutFilters,
} from './product-filters.rules.ts';

interface FilterChipsProps {
  filters: ProductFilters;
  onChange: (change: Partial<ProductFilters>) => void;
  /** Called when the focused last chip is removed. */
  onEmptied: () => void;
}

function priceText({ minPrice, maxPrice }: ProductFilters): string | undefined {
  if (minPrice !== undefined && maxPrice !== undefined) {
    return `${formatPrice(minPrice)} to ${formatPrice(maxPrice).replace('NPR ', '')}`;
  }
  if (minPrice !== undefined) return `From ${formatPrice(minPrice)}`;
  return maxPrice === undefined ? undefined : `Up to ${formatPrice(maxPrice)}`;
}

/** The selected filters, each with a remove button, and "Clear all". */
export function FilterChips({ filters, onChange, onEmptied }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  if (activeFilterCount(filters) === 0) return null;
  const price = priceText(filters);
  const chips: { label: string; removal: Partial<ProductFilters> }[] = [
    ...filters.range.map((category) => ({
      label: categoryLinks[category].label,
      removal: { range: filters.range.filter((other) => other !== category) },
    })),
    ...choiceFilters.flatMap(({ name }) =>
      filters[name].map((choice) => ({
        label: choice,
        removal: { [name]: filters[name].filter((other) => other !== choice) },
      })),
    ),
    ...(price ? [{ label: price, removal: { minPrice: undefined, maxPrice: undefined } }] : []),
    ...(filters.inStock ? [{ label: 'In stock only', removal: { inStock: false } }] : []),
  ];
  const remove = (index: number, removal: Partial<ProductFilters>) => {
    // Focuses the removed chip's neighbour, but never "Clear all", which a second press would trigger.
    const neighbour = index + 1 < chips.length ? index + 1 : index - 1;
    if (neighbour < 0) onEmptied();
    else list.current?.children[neighbour]?.querySelector('button')?.focus();
    onChange(removal);
  };
  const clear = () => {
    onEmptied();
    onChange(withoutFilters(filters));
  };
  return (
    <ul ref={list} className={`row gap-8 below-24 ${classes.chips}`} aria-label="Chosen filters">
      {chips.map(({ label, removal }, index) => (
        <li key={label}>
          <Chip onRemove={() => remove(index, removal)} removeLabel={`Remove filter ${label}`}>
            {label}
          </Chip>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={clear}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
