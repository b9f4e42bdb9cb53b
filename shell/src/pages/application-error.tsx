import { Button } from '@kinmel/ui';
import classes from './page-column.module.css';
import { PageColumn } from './page-column.tsx';

/** Shown when rendering a page has thrown an error. */
export function ApplicationError() {
  return (
    <div role="alert">
      <PageColumn title="Unexpected Application Error!">
        <p className={classes.lead}>Something went wrong on this page. Your cart and wishlist are kept.</p>
        <div className={classes.actions}>
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </div>
      </PageColumn>
    </div>
  );
}
