import type { Product } from '@kinmel/contracts';
import { classNames, Loading, Skeleton } from '@kinmel/ui';
import type { ReactNode } from 'react';
import { ProductCard } from './product-card.tsx';
import classes from './product-grid.module.css';

/** Four cards per row on wide screens, or three beside filters. */
export type GridColumns = 3 | 4;

function Grid({ columns, children }: { columns: GridColumns; children: ReactNode }) {
  return <ul className={classNames(classes.grid, columns === 3 && classes.three)}>{children}</ul>;
}

interface ProductGridProps {
  products: readonly Product[];
  columns?: GridColumns;
  /** True for the first list of a page: its first row is loaded eagerly. */
  isFirstView?: boolean;
}

export function ProductGrid({ products, columns = 4, isFirstView = false }: ProductGridProps) {
  const pictureOf = (position: number) => {
    if (!isFirstView || position >= columns) return 'below';
    return position === 0 ? 'first' : 'firstRow';
  };
  return (
    <Grid columns={columns}>
      {products.map((product, position) => (
        <li key={product.id} className={classes.cell}>
          <ProductCard product={product} picture={pictureOf(position)} />
        </li>
      ))}
    </Grid>
  );
}

interface SkeletonProps {
  count: number;
  columns?: GridColumns;
}

function SkeletonCards({
  count,
  columns = 4,
  className,
}: SkeletonProps & { className?: string | undefined }) {
  return (
    <div aria-hidden="true" className={className}>
      <Grid columns={columns}>
        {Array.from({ length: count }, (_, position) => (
          // Skeletons have no identity and never change places.
          <li key={`place-${position}`} className={classes.cell}>
            <Skeleton form="tile" />
            <div className={classes.words}>
              <Skeleton className={`above-20 ${classes.name}`} width="70%" />
              <Skeleton className={classes.line} width="55%" />
              <Skeleton className={classes.price} width="80%" />
              <Skeleton className={classes.line} width="60%" />
              <Skeleton className={`above-20 ${classes.button}`} form="button" width="100%" />
            </div>
          </li>
        ))}
      </Grid>
    </div>
  );
}

/** Reserves the space of a grid that is not requested yet, hidden from screen readers. */
export function ProductGridPlace(props: SkeletonProps) {
  return <SkeletonCards {...props} className={classes.place} />;
}

/** The grid while its products are loading, with the same boxes to prevent layout shift. */
export function ProductGridSkeleton(props: SkeletonProps) {
  return (
    <Loading>
      <SkeletonCards {...props} />
    </Loading>
  );
}
