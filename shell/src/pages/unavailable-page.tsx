import { ButtonLink, UnavailablePlace } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import { pageIsShown } from '@kinmel/web-kit/host';
import { useEffect } from 'react';
import classes from './page-column.module.css';
import { PageColumn } from './page-column.tsx';

/**
 * A page of the shop whose remote is not deployed at the moment. The registry is fixed for a document, so Retry
 * loads the document again.
 */
export function UnavailablePage({ title }: { title: string }) {
  usePageTitle(title);
  useEffect(() => pageIsShown(), [title]);
  return (
    <PageColumn title={title}>
      <UnavailablePlace size="block" onRetry={() => window.location.reload()} />
      <div className={classes.actions}>
        <ButtonLink as={Link} to="/" look="line">
          Home
        </ButtonLink>
        <ButtonLink as={Link} to="/categories" look="line">
          Categories
        </ButtonLink>
      </div>
    </PageColumn>
  );
}
