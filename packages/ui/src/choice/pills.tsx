import type { ComponentProps, ReactNode } from 'react';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import classes from './pills.module.css';

/** Choices above a list, each a `Pill`; `legend` describes them to screen readers. */
export const Pills = ({ legend, children, ...native }: ComponentProps<'fieldset'> & { legend: string }) => (
  <fieldset {...native} className={classes.pills}>
    <VisuallyHidden as="legend">{legend}</VisuallyHidden>
    {children}
  </fieldset>
);

interface PillProps {
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

export const Pill = ({ isChosen, onChoose, children }: PillProps) => (
  <button type="button" className={classes.pill} aria-pressed={isChosen} onClick={onChoose}>
    {children}
  </button>
);
