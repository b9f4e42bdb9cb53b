import type { ComponentProps, ReactNode } from 'react';
import { Mark } from '../brand/mark.tsx';
import { classNames } from '../class-names.ts';
import classes from './panel.module.css';

export interface EmptyStateProps extends ComponentProps<'div'> {
  /** Rendered 44 px wide; the pale mark by default. */
  icon?: ReactNode;
  /** One sentence that says what is empty. */
  text: string;
  detail?: ReactNode;
  /** One or two buttons with a next step. */
  actions?: ReactNode;
}

/** Shown when a loaded list is empty. */
export function EmptyState({ icon, text, detail, actions, className, ...native }: EmptyStateProps) {
  return (
    <div {...native} className={classNames(classes.panel, className)}>
      <span className={classes.icon}>{icon ?? <Mark look="pale" />}</span>
      <p className={classes.text}>{text}</p>
      {detail ? <p className={classes.detail}>{detail}</p> : null}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  );
}
