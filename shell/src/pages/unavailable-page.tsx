import { ButtonLink, UnavailablePlace } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { useLocation } from 'react-router-dom';
import { OwnPage } from './own-page.tsx';
import classes from './page-column.module.css';

const nextLinks = [
  { to: '/', label: 'Home' },
  { to: '/categories', label: 'Categories' },
] as const;

/**
 * A page of the shop whose remote is not deployed. The registry is fixed per document, so Retry reloads the document.
 */
export function UnavailablePage({ title }: { title: string }) {
  const { pathname } = useLocation();
  return (
    <OwnPage title={title}>
      <UnavailablePlace size="block" onRetry={() => window.location.reload()} />
      <div className={classes.actions}>
        {nextLinks
          .filter(({ to }) => to !== pathname)
          .map(({ to, label }) => (
            <ButtonLink key={to} as={Link} to={to} look="line">
              {label}
            </ButtonLink>
          ))}
      </div>
    </OwnPage>
  );
}
