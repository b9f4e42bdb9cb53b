import type { ReactNode } from 'react';
import classes from './row-cards.module.css';

interface RowCardsProps {
  label: string;
  rows: readonly { readonly id: string; readonly tick: ReactNode; readonly card: ReactNode }[];
}

export function RowCards({ label, rows }: RowCardsProps) {
  return (
    <ul aria-label={label} className={classes.list}>
      {rows.map(({ id, tick, card }) => (
        <li key={id} className={classes.row}>
          {tick}
          <div className={classes.card}>{card}</div>
        </li>
      ))}
    </ul>
  );
}
