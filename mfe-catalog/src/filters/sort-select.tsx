import type { ProductSort } from '@kinmel/contracts';
import { Select } from '@kinmel/ui';
import classes from './sort-select.module.css';

/** The sort orders with their texts in the select and in the line under the title. */
export const sortLabels: Readonly<Record<ProductSort, { label: string; sentence: string }>> = {
  relevance: { label: 'Best match', sentence: 'best match first' },
  createdAt_desc: { label: 'Newest', sentence: 'newest first' },
  price_asc: { label: 'Price, low to high', sentence: 'lowest price first' },
  price_desc: { label: 'Price, high to low', sentence: 'highest price first' },
  name_asc: { label: 'Name, A to Z', sentence: 'by name' },
  discount_desc: { label: 'Biggest saving', sentence: 'biggest saving first' },
};

const listSorts = ['createdAt_desc', 'price_asc', 'price_desc', 'discount_desc', 'name_asc'] as const;

interface SortSelectProps {
  value: ProductSort;
  /** The page's default order: the first option, not in the URL. */
  defaultSort: ProductSort;
  onChange: (sort: ProductSort | undefined) => void;
}

export function SortSelect({ value, defaultSort, onChange }: SortSelectProps) {
  const sorts: readonly ProductSort[] = [defaultSort, ...listSorts.filter((sort) => sort !== defaultSort)];
  return (
    <span className={classes.sort}>
      <span className={classes.word} aria-hidden="true">
        Sort:
      </span>
      <Select
        aria-label="Sort"
        value={value}
        options={sorts.map((sort) => [sort, sortLabels[sort].label])}
        onChange={(event) => {
          const chosen = sorts.find((sort) => sort === event.currentTarget.value);
          onChange(chosen === defaultSort ? undefined : chosen);
        }}
      />
    </span>
  );
}
