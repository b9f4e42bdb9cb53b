import type { Facets, ProductCategory } from '@kinmel/contracts';
import { Checkbox } from '@kinmel/ui';
import type { ReactNode } from 'react';
import { categoryLinks } from '../products/product-categories.rules.ts';
import classes from './filter-panel.module.css';
import { PriceFilter } from './price-filter.tsx';
import { choiceFilters, type ProductFilters, withToggled } from './product-filters.rules.ts';

interface FilterPanelProps {
  filters: ProductFilters;
  /** Undefined before the first answer. */
  facets: Facets | undefined;
  /** The ranges of the page, its own first; empty when there is no choice. */
  ranges: readonly ProductCategory[];
  onChange: (change: Partial<ProductFilters>) => void;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Filters by range, brand, price and availability, with the number of products for each choice. */
export function FilterPanel({ filters, facets, ranges, onChange }: FilterPanelProps) {
  const countIn = (list: Facets['brand'] | undefined, value: string) =>
    list?.find((item) => item.value.toLowerCase() === value.toLowerCase())?.count ?? 0;
  const [ownRange] = ranges;
  const chosenRange = filters.range.length > 0 || !ownRange ? filters.range : [ownRange];
  const choicesOf = (name: (typeof choiceFilters)[number]['name']) => [
    ...(facets?.[name].map(({ value }) => value) ?? []),
    // A value of the URL that is not in the facets stays visible, so that it can be removed.
    ...filters[name].filter((chosen) => !facets?.[name].some(({ value }) => value === chosen)),
  ];
  const changeRange = (category: ProductCategory) => {
    const nextRange = withToggled(chosenRange, category);
    const isDefaultRange = nextRange.length === 0 || (nextRange.length === 1 && nextRange[0] === ownRange);
    onChange({ range: isDefaultRange ? [] : nextRange });
  };
  return (
    <>
      {ranges.length > 1 ? (
        <Group title="Range">
          {ranges.map((category) => (
            <Checkbox
              key={category}
              label={categoryLinks[category].label}
              detail={facets ? countIn(facets.category, category) : undefined}
              checked={chosenRange.includes(category)}
              onChange={() => changeRange(category)}
            />
          ))}
        </Group>
      ) : null}
      {choiceFilters.map(({ name, title }) => {
        const choices = choicesOf(name);
        return choices.length > 0 ? (
          <Group key={name} title={title}>
            {choices.map((choice) => (
              <Checkbox
                key={choice}
                label={choice}
                detail={countIn(facets?.[name], choice)}
                checked={filters[name].includes(choice)}
                onChange={() => onChange({ [name]: withToggled(filters[name], choice) })}
              />
            ))}
          </Group>
        ) : null;
      })}
      {facets && facets.price.max > 0 ? (
        <Group title="Price">
          <PriceFilter filters={filters} bounds={facets.price} onChange={onChange} />
        </Group>
      ) : null}
      <Group title="Availability">
        <Checkbox
          label="In stock only"
          detail={facets?.inStock}
          checked={filters.inStock}
          onChange={() => onChange({ inStock: !filters.inStock })}
        />
      </Group>
    </>
  );
}
