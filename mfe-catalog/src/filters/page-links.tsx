import { ButtonLink } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { type RefObject, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import classes from './page-links.module.css';
import type { ProductFilters } from './product-filters.rules.ts';

/** The accessible title of a list; after the first page it has the page number. */
export const pageTitle = (page: number, totalPages: number | undefined): string =>
  page === 1 || totalPages === undefined ? 'Products' : `Products, page ${page} of ${totalPages}`;

interface PageLinksProps {
  page: number;
  totalPages: number;
  addressWith: (change: Partial<ProductFilters>) => string;
}

/** Links between the pages of a list; none for a single page. Redirects from beyond the last page to the last. */
export function PageLinks({ page, totalPages, addressWith }: PageLinksProps) {
  const { state } = useLocation();
  if (page > totalPages && totalPages > 0) {
    return <Navigate replace to={addressWith({ page: totalPages })} state={state as unknown} />;
  }
  if (totalPages <= 1) return null;
  return (
    <nav aria-label="Pages" className={`line figures ${classes.pages}`}>
      {page > 1 ? (
        <ButtonLink as={Link} look="line" to={addressWith({ page: page - 1 })} rel="prev">
          Previous
        </ButtonLink>
      ) : null}
      <span>{`Page ${page} of ${totalPages}`}</span>
      {page < totalPages ? (
        <ButtonLink as={Link} look="line" to={addressWith({ page: page + 1 })} rel="next">
          Next
        </ButtonLink>
      ) : null}
    </nav>
  );
}

/**
 * The `ref` of a list's title, which needs `tabIndex={-1}`: another page of the list starts at its top, with the focus
 * on the title.
 */
export function usePageStart(page: number): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    title.current?.parentElement?.scrollIntoView();
    title.current?.focus({ preventScroll: true });
  }, [page]);
  return title;
}
