import { classNames, VisuallyHidden } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import { formatMoment } from '../time/format-moment.ts';
import classes from './cells.module.css';
import { StatusBadge } from './status/status.tsx';
import type { ListColumn } from './table/list-column.ts';

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

/** A moment in Nepal time. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="nowrap">
    {formatMoment(at)}
  </time>
);

interface LinesProps {
  /** Empty details are left out. */
  lines: readonly (string | null | undefined)[];
  /** Wraps to a second line. */
  canWrap?: boolean;
  /** Never cut, for what staff compare or copy. */
  isUncut?: boolean;
}

/** A name with details below it. */
export function Lines({ lines: [name, ...details], canWrap = false, isUncut = false }: LinesProps) {
  return (
    <span className={`${classes.lines} ${isUncut ? classes.whole : ''}`}>
      <CutText lines={canWrap ? 2 : 1} className={classes.name}>
        {name ?? ''}
      </CutText>
      {details
        .flatMap((line) => line || [])
        .map((line) => (
          <CutText key={line} className="quiet">
            {line}
          </CutText>
        ))}
    </span>
  );
}

interface StackedColumn<Row, Rest extends readonly unknown[]>
  extends Pick<ListColumn<Row>, 'key' | 'header' | 'isHeaderHidden' | 'isState'> {
  readonly cell: (row: Row, ...rest: Rest) => ReactNode;
}

/** A row of the phone layout: its state, then the other cells that are not empty, each beside the header of its column. */
export const stackedCells =
  <Row, Rest extends readonly unknown[]>(columns: readonly StackedColumn<Row, Rest>[]) =>
  (row: Row, ...rest: Rest) => (
    <dl className={`stack gap-8 type-small ${classes.stack}`}>
      {columns
        .toSorted((one, other) => Number(other.isState ?? false) - Number(one.isState ?? false))
        .map(({ key, header, isHeaderHidden, isState, cell }) => {
          const content = cell(row, ...rest);
          return content || content === 0 ? (
            <div key={key} className={isState || isHeaderHidden ? undefined : `stack gap-12 ${classes.fact}`}>
              <dt>{isState || isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}</dt>
              <dd>{content}</dd>
            </div>
          ) : null;
        })}
    </dl>
  );

export const statusColumn = {
  key: 'status',
  header: 'Status',
  isState: true,
  cell: ({ status }: { status: string }) => <StatusBadge status={status} />,
};

/** The day of a record, as a column. */
export const createdColumn = {
  isHideable: true,
  cell: ({ createdAt }: { createdAt: string }) => (
    <span className="nowrap">{formatDate(createdAt, 'short')}</span>
  ),
};

export interface RowCardProps {
  picture?: ReactNode;
  /** Shown as a detail in the last line. */
  lines: readonly string[];
  /** Shown at the right, below the status: what the sum is, and the sum. */
  figure?: readonly [label: string, sum: ReactNode];
  status: string;
  onOpen: () => void;
}

/** A row of the phone layout. It opens the details. */
export function RowCard({ picture, lines, figure, status, onOpen }: RowCardProps) {
  return (
    <button type="button" className={`type-small ${classes.card}`} onClick={onOpen}>
      <span className={classes.end}>
        <StatusBadge status={status} />
        {figure ? (
          <>
            <span className="quiet">{figure[0]}</span>
            <span className={classes.name}>{figure[1]}</span>
          </>
        ) : null}
      </span>
      {picture}
      <span className={classes.lines}>
        {lines.map((line, index) => (
          <CutText key={line} lines={2} className={index === lines.length - 1 ? 'quiet' : classes.name}>
            {line}
          </CutText>
        ))}
      </span>
    </button>
  );
}
