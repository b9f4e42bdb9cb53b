import { ButtonLink } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import { pageIsShown } from '@kinmel/web-kit/host';
import { useEffect } from 'react';
import classes from './page-column.module.css';
import { PageColumn } from './page-column.tsx';

/** For every address that the shop does not have (decision SIL-63). */
export function NotFoundPage() {
  usePageTitle('Page not found');
  useEffect(() => pageIsShown(), []);
  return (
    <PageColumn title="Page not found">
      <p className={classes.lead}>This address leads nowhere. It may have changed, or a letter is missing.</p>
      <div className={classes.actions}>
        <ButtonLink as={Link} to="/">
          Home
        </ButtonLink>
        <ButtonLink as={Link} to="/categories" look="line">
          Categories
        </ButtonLink>
      </div>
    </PageColumn>
  );
}
