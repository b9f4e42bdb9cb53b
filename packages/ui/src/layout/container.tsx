import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import classes from './container.module.css';

/** The page column: at most 1312 px, 64 px from the edges, 20 on phones. */
export function Container({ className, ...native }: ComponentProps<'div'>) {
  return <div {...native} className={classNames(classes.container, className)} />;
}
