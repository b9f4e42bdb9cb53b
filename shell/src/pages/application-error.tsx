import { Button } from '@kinmel/ui';
import { PageColumn } from './page-column.tsx';

/** Shown when a page has thrown an error while rendering. */
export function ApplicationError() {
  return (
    <div role="alert">
      <PageColumn title="Unexpected Application Error!">
        <p className="type-lead">Something went wrong on this page. Your cart and wishlist are kept.</p>
        <div className="buttons">
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </div>
      </PageColumn>
    </div>
  );
}
