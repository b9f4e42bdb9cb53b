import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ElementType } from 'react';
import { classNames } from '../class-names.ts';
import classes from './breadcrumbs.module.css';

export interface BreadcrumbsProps {
  /** From the start page to this one; the last is the page itself and needs no address. */
  items: readonly { label: string; to?: string | undefined }[];
  /** The router's link, which takes `to`; without it plain links are drawn. */
  link?: ElementType<{ to: string; className?: string }> | undefined;
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
                <span aria-current={isLast ? 'page' : undefined} className={classNames(classes.current)}>
                  {label}
                </span>
              ) : RouterLink ? (
                <RouterLink to={to} className={classes.link ?? ''}>
                  {label}
                </RouterLink>
              ) : (
                <a href={to} className={classes.link}>
                  {label}
                </a>
              )}
              {isLast ? null : <ChevronRight />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
