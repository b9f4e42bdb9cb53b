import type { ReactNode } from 'react';
import { StatusBadge } from '../lists/status/status-badge.tsx';
import { CutText } from '../lists/table/cut-text.tsx';
import classes from './row-card.module.css';

interface RowCardProps {
  picture?: ReactNode;
  title: string;
  subtitle: string;
  detail: string;
  /** Stands at the right, over the status. */
  figure: string;
  status: string;
  onOpen: () => void;
}

/** A row of a list of requests up to 768 px: it opens the details, where the actions are. */
export function RowCard({ picture, title, subtitle, detail, figure, status, onOpen }: RowCardProps) {
  return (
    <button type="button" className={classes.card} onClick={onOpen}>
      {picture}
      <span className={classes.words}>
        <CutText lines={2} className={classes.title}>
          {title}
        </CutText>
        <CutText lines={2} className={classes.title}>
          {subtitle}
        </CutText>
        <CutText lines={2} className={classes.detail}>
          {detail}
        </CutText>
      </span>
      <span className={classes.end}>
        <span className={classes.title}>{figure}</span>
        <StatusBadge status={status} />
      </span>
    </button>
  );
}
