import type { WorkItem } from '@kinmel/contracts';
import { Button, StatusChip } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { kindWord, recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { CutText } from '../../lists/table/cut-text.tsx';
import type { ListColumn } from '../../lists/table/list-column.ts';
import { formatMoment, shortId } from '../../requests/request-words.ts';
import classes from './work.module.css';

interface RowHandlers {
  readonly onAssign: (item: WorkItem) => void;
}

/** Names a record for readers. */
export const nameOf = ({ kind, id, title }: WorkItem): string =>
  kind === 'order' ? `order ${title}` : `${kindWord(kind).toLowerCase()} ${shortId(id)}, ${title}`;

/** Who has a record. */
export function assigneeWords({ assignee }: WorkItem): string {
  if (assignee === null) return 'Nobody';
  return assignee.isYou ? 'You' : assignee.name || 'A colleague';
}

/** When the next step was promised, and whether that is past. */
export function PromisedBy({ item: { promisedAt, isLate } }: { item: WorkItem }) {
  return (
    <span className={classes.promise}>
      <time dateTime={promisedAt}>{formatMoment(promisedAt)}</time>
      {isLate ? <StatusChip tone="bad">Late</StatusChip> : null}
    </span>
  );
}

/** Takes the record, or gives it back; what somebody else has can be given back too, should they be away. */
export function AssignButton({ item, onAssign }: { item: WorkItem } & RowHandlers) {
  const word = item.assignee === null ? 'Take' : 'Give back';
  return (
    <Button
      look={item.assignee === null ? 'solid' : 'line'}
      size="small"
      aria-label={`${word} ${nameOf(item)}`}
      onClick={() => onAssign(item)}
    >
      {word}
    </Button>
  );
}

export const workColumns = ({ onAssign }: RowHandlers): ListColumn<WorkItem>[] => [
  { key: 'promised', header: 'Promised by', cell: (item) => <PromisedBy item={item} /> },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kindWord(kind) },
  {
    key: 'record',
    header: 'Record',
    cell: (item) => (
      <span className={classes.lines}>
        <Link to={recordAddress(item)} className={classes.record}>
          <CutText lines={2}>{item.title}</CutText>
        </Link>
        <CutText className={classes.detail}>{`for ${item.customer}`}</CutText>
      </span>
    ),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'assignee',
    header: 'Taken by',
    cell: (item) => (
      <span className={classes.lines}>
        <CutText>{assigneeWords(item)}</CutText>
        {item.assignee ? (
          <span className={classes.detail}>since {formatMoment(item.assignee.takenAt)}</span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (item) => <AssignButton item={item} onAssign={onAssign} />,
  },
];
