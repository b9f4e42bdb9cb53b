import { ButtonLink, UnavailablePlace } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import { pageIsShown } from '@kinmel/web-kit/host';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageColumn } from './page-column.tsx';

/** A page of the shell: sets the title and is complete once mounted. */
export function OwnPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  useEffect(() => pageIsShown(), [title]);
  return <PageColumn title={title}>{children}</PageColumn>;
}

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
      <div className="buttons">
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

/** For URLs that the shop does not have. */
export function NotFoundPage() {
  return (
    <OwnPage title="Page not found">
      <p className="type-lead">This address leads nowhere. It may have changed, or a letter is missing.</p>
      <div className="buttons">
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
