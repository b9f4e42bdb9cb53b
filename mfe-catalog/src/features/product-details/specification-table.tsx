import type { Product } from '@kinmel/contracts';
import { notSpecified } from '../../products/product-categories.rules.ts';
import { specLabels } from './product-details.rules.ts';
import classes from './product-details-page.module.css';

/** All specifications of the product, including missing ones. */
export function SpecificationTable({ product }: { product: Product }) {
  const rows = [
    ['Brand', product.brand] as const,
    ...specLabels.map(([name, label]) => [label, product.specs[name]] as const),
  ];
  return (
    <dl className={classes.specs}>
      {rows.map(([label, value]) => (
        <div key={label} className={classes.spec}>
          <dt>{label}</dt>
          <dd data-missing={!value}>{value || notSpecified}</dd>
        </div>
      ))}
    </dl>
  );
}
