import { classNames } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import classes from './cells.module.css';
import { StatusBadge } from './status/status.tsx';

interface CutTextProps {
  children: string;
  /** Words may wrap to a second line; addresses and numbers do not. */
  lines?: 1 | 2;
  className?: string | undefined;
}

/** Cuts a long text with an ellipsis; its title has the whole text. */
export function CutText({ children, lines = 1, className }: CutTextProps) {
  return (
    <span className={classNames(classes.cut, className)} data-lines={lines} title={children}>
      {children}
    </span>
  );
}

interface LinesProps {
  /** Empty details are left out. */
  lines: readonly (string | null | undefined)[];
  /** Wraps to a second line. */
  canWrap?: boolean;
}

/** A name with details below it. */
export function Lines({ lines: [name, ...details], canWrap = false }: LinesProps) {
  return (
    <span className={classes.lines}>
      <CutText lines={canWrap ? 2 : 1} className={classes.name}>
        {name ?? ''}
      </CutText>
      {details
        .flatMap((line) => line || [])
        .map((line) => (
          <CutText key={line} className={classes.detail}>
            {line}
          </CutText>
        ))}
    </span>
  );
}

interface StackedColumn<Row, Rest extends readonly unknown[]> {
  readonly key: string;
  readonly cell: (row: Row, ...rest: Rest) => ReactNode;
}

/** A row up to 768 px as the cells of its columns below each other, without empty ones. */
export const stackedCells =
  <Row, Rest extends readonly unknown[]>(columns: readonly StackedColumn<Row, Rest>[]) =>
  (row: Row, ...rest: Rest) => (
    <div className={classes.stack}>
      {columns.map(({ key, cell }) => {
        const content = cell(row, ...rest);
        return content ? <div key={key}>{content}</div> : null;
      })}
    </div>
  );

export const statusColumn = {
  key: 'status',
  header: 'Status',
  cell: ({ status }: { status: string }) => <StatusBadge status={status} />,
};

/** The day of a record, in a column with key and header. */
export const createdColumn = {
  isHideable: true,
  cell: ({ createdAt }: { createdAt: string }) => (
    <span className={classes.nowrap}>{formatDate(createdAt, 'short')}</span>
  ),
};

export interface RowCardProps {
  picture?: ReactNode;
  /** The last line is a detail. */
  lines: readonly string[];
  /** At the right, above the status. */
  figure: ReactNode;
  status: string;
  onOpen: () => void;
}

/** A row up to 768 px. It opens the details. */
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
