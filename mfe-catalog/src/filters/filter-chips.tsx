import { Chip } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { categoryWords } from '../products/product-categories.rules.ts';
import classes from './filter-chips.module.css';
import { cleared, countOf, type ProductFilters } from './product-filters.rules.ts';

interface FilterChipsProps {
  filters: ProductFilters;
  onChange: (change: Partial<ProductFilters>) => void;
}

function priceWords({ minPrice, maxPrice }: ProductFilters): string | undefined {
  if (minPrice !== undefined && maxPrice !== undefined) {
    return `${formatPrice(minPrice)} to ${formatPrice(maxPrice).replace('NPR ', '')}`;
  }
  if (minPrice !== undefined) return `From ${formatPrice(minPrice)}`;
  return maxPrice === undefined ? undefined : `Up to ${formatPrice(maxPrice)}`;
}

/** What is chosen, each with a cross, and "Clear all". */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  if (countOf(filters) === 0) return null;
  const price = priceWords(filters);
  const chips: { words: string; without: Partial<ProductFilters> }[] = [
    ...filters.range.map((category) => ({
      words: categoryWords[category].label,
      without: { range: filters.range.filter((other) => other !== category) },
    })),
    ...filters.brands.map((brand) => ({
      words: brand,
      without: { brands: filters.brands.filter((other) => other !== brand) },
    })),
    ...(price ? [{ words: price, without: { minPrice: undefined, maxPrice: undefined } }] : []),
    ...(filters.inStock ? [{ words: 'In stock only', without: { inStock: false } }] : []),
  ];
  return (
    <ul className={classes.chips} aria-label="Chosen filters">
      {chips.map(({ words, without }) => (
        <li key={words}>
          <Chip onRemove={() => onChange(without)} removeLabel={`Remove filter ${words}`}>
            {words}
          </Chip>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={() => onChange(cleared(filters))}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
