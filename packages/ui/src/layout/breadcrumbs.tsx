import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ElementType } from 'react';
import classes from './breadcrumbs.module.css';

export interface BreadcrumbsProps {
  /** From the start page to this one; the last is the page itself and needs no address. */
  items: readonly { label: string; to?: string | undefined }[];
  /** The router's link component. */
  link: ElementType<{ to: string; className?: string }>;
  className?: string | undefined;
}

/** The way from the start page to this one. */
export function Breadcrumbs({ items, link: RouterLink, className }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className={className}>
      <ol className={classes.list}>
        {items.map(({ label, to }, index) => {
          const isLast = index === items.length - 1;
          return (
            <li key={`${index} ${label}`} className={classes.item}>
              {isLast || to === undefined ? (
                <span aria-current={isLast ? 'page' : undefined} className={classes.current}>
                  {label}
                </span>
              ) : (
                <RouterLink to={to} className={classes.link ?? ''}>
                  {label}
                </RouterLink>
              )}
              {isLast ? null : <ChevronRight />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
