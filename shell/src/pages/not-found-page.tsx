import { ButtonLink } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { OwnPage } from './own-page.tsx';
import classes from './page-column.module.css';

/** For URLs that the shop does not have. */
export function NotFoundPage() {
  return (
    <OwnPage title="Page not found">
      <p className={classes.lead}>This address leads nowhere. It may have changed, or a letter is missing.</p>
      <div className={classes.actions}>
        <ButtonLink as={Link} to="/">
          Home
        </ButtonLink>
        <ButtonLink as={Link} to="/categories" look="line">
          Categories
        </ButtonLink>
      </div>
    </OwnPage>
  );
}
