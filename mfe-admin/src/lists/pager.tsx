import { Button } from '@kinmel/ui';
import classes from './pager.module.css';

interface PagerProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** "1 to 20 of 1,284", when the list says how many it holds. */
  rows?: { readonly total: number; readonly pageSize: number } | undefined;
}

const count = (value: number) => value.toLocaleString('en-US');

/** The pages of a list: Previous, "Page X of Y", Next. Nothing while one page is enough. */
export function Pager({ page, totalPages, onPage, rows }: PagerProps) {
  if (totalPages <= 1) return null;
  // A button that is out of use keeps the focus that it may have.
  const step = (label: string, to: number) => {
    const isPossible = to >= 1 && to <= totalPages;
    return (
      <Button
        look="line"
        size="small"
        aria-disabled={isPossible ? undefined : true}
        onClick={() => {
          if (isPossible) onPage(to);
        }}
      >
        {label}
      </Button>
    );
  };
  return (
    <nav aria-label="Pages" className={classes.pager}>
      {rows ? (
        <span className={classes.rows}>
          {count((page - 1) * rows.pageSize + 1)} to {count(Math.min(page * rows.pageSize, rows.total))} of{' '}
          {count(rows.total)}
        </span>
      ) : null}
      {step('Previous', page - 1)}
      <span aria-live="polite">
        Page {page} of {totalPages}
      </span>
      {step('Next', page + 1)}
    </nav>
  );
}
