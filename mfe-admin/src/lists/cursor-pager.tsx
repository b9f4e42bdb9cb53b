import { Button, ButtonLink } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import classes from './pager.module.css';

interface CursorPagerProps {
  isFirst: boolean;
  onFirst: () => void;
  /** The address of the next page; undefined on the last. */
  next: string | undefined;
}

/** The pages of a list whose length nobody counts: back to the first, and on. */
export function CursorPager({ isFirst, onFirst, next }: CursorPagerProps) {
  if (isFirst && next === undefined) return null;
  return (
    <nav aria-label="Pages" className={classes.pager}>
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
