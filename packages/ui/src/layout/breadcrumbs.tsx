import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ElementType } from 'react';
import classes from './breadcrumbs.module.css';

export interface BreadcrumbsProps {
  /** From the start page to the current page, which has no link. */
  items: readonly { label: string; to?: string | undefined }[];
  link: ElementType<{ to: string; className?: string }>;
  className?: string | undefined;
}

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
              {isLast ? null : <ChevronRight size={16} />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
