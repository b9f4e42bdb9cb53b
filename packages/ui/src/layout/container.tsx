import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './container.module.css';

interface ContainerProps extends ComponentProps<'div'> {
  /** Adds the space above and below a whole page. */
  page?: boolean;
}

/** The page column: at most 1312 px, 64 px from the edges, 20 on phones. */
export function Container({ page, className, ...native }: ContainerProps) {
  return <div {...native} className={classNames(classes.container, page && classes.page, className)} />;
}
