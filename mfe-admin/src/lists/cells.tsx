import type { ReactNode } from 'react';
import classes from './cells.module.css';
import { StatusBadge } from './status/status-badge.tsx';
import { CutText } from './table/cut-text.tsx';

interface LinesProps {
  lines: readonly string[];
  /** Words may go on in a second line; addresses and numbers stay in one. */
  canWrap?: boolean;
}

/** A cell of several lines: a name, and below it what tells it apart. */
export function Lines({ lines: [name = '', ...details], canWrap = false }: LinesProps) {
  return (
    <span className={classes.lines}>
      <CutText lines={canWrap ? 2 : 1} className={classes.name}>
        {name}
      </CutText>
      {details.map((line) => (
        <CutText key={line} className={classes.detail}>
          {line}
        </CutText>
      ))}
    </span>
  );
}

interface RowCardProps {
  picture?: ReactNode;
  /** The last one is a detail. */
  lines: readonly string[];
  /** Stands at the right, over the status. */
  figure: string;
  status: string;
  onOpen: () => void;
}

/** A row up to 768 px that opens its details, where the actions are. */
export function RowCard({ picture, lines, figure, status, onOpen }: RowCardProps) {
  return (
    <button type="button" className={classes.card} onClick={onOpen}>
      {picture}
      <span className={classes.lines}>
        {lines.map((line, index) => (
          <CutText
            key={line}
            lines={2}
            className={index === lines.length - 1 ? classes.detail : classes.name}
          >
            {line}
          </CutText>
        ))}
      </span>
      <span className={classes.end}>
        <span className={classes.name}>{figure}</span>
        <StatusBadge status={status} />
      </span>
    </button>
  );
}
