import { Button, ButtonLink } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import classes from './pager.module.css';

interface PagerProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** Used in "1 to 20 of 1,284". */
  rows?: { readonly total: number; readonly pageSize: number } | undefined;
}

const count = (value: number) => value.toLocaleString('en-US');

/** Page controls; renders nothing for a single page. */
export function Pager({ page, totalPages, onPage, rows }: PagerProps) {
  if (totalPages <= 1) return null;
  // `aria-disabled` instead of `disabled`, so that the button keeps the focus.
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
    <nav aria-label="Pages" className={`row end type-small figures ${classes.pager}`}>
      {rows ? (
        <span className={classes.rows}>
          {`${count((page - 1) * rows.pageSize + 1)} to ${count(Math.min(page * rows.pageSize, rows.total))} of ${count(rows.total)}`}
        </span>
      ) : null}
      {step('Previous', page - 1)}
      <span aria-live="polite">{`Page ${page} of ${totalPages}`}</span>
      {step('Next', page + 1)}
    </nav>
  );
}

interface CursorPagerProps {
  isFirst: boolean;
  onFirst: () => void;
  /** Undefined on the last page. */
  next: string | undefined;
}

/** Page controls of a list without a total. */
export function CursorPager({ isFirst, onFirst, next }: CursorPagerProps) {
  if (isFirst && next === undefined) return null;
  return (
    <nav aria-label="Pages" className={`row end type-small figures ${classes.pager}`}>
      {isFirst ? null : (
        <Button look="line" size="small" onClick={onFirst}>
          First page
        </Button>
      )}
      {next === undefined ? null : (
        <ButtonLink as={Link} look="line" size="small" to={next}>
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}
