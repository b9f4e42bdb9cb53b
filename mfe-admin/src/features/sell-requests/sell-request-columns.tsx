import type { SellRequestAnswer } from '@kinmel/contracts';
import { Button, IconButton } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import Trash2 from 'lucide-react/icons/trash-2';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { CutText } from '../../lists/table/cut-text.tsx';
import type { ListColumn } from '../../lists/table/list-column.ts';
import { capital, dollars, shortId } from '../../requests/request-words.ts';
import { RequestPhoto } from './request-photo.tsx';
import { paints, phoneName } from './sell-request-words.ts';
import classes from './sell-requests.module.css';

export type RowAction = 'quote' | 'status' | 'delete';

interface RowHandlers {
  readonly onView: (request: SellRequestAnswer) => void;
  readonly onAction: (what: RowAction, request: SellRequestAnswer) => void;
}

/** The columns that can be hidden. */
export const hideableColumns = ['contact', 'color', 'image', 'submitted'] as const;
const isHideable = true;

/** ASELL-04, ASELL-05. */
export const sellRequestColumns = ({ onView, onAction }: RowHandlers): ListColumn<SellRequestAnswer>[] => [
  { key: 'id', header: 'ID', cell: ({ id }) => <span className={classes.id}>{shortId(id)}</span> },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ fullName }) => (
      <CutText lines={2} className={classes.name}>
        {fullName}
      </CutText>
    ),
  },
  {
    key: 'contact',
    header: 'Contact',
    isHideable,
    cell: ({ contactEmail, contactPhone }) => (
      <span className={classes.lines}>
        <CutText>{contactEmail}</CutText>
        <span className={classes.detail}>{contactPhone}</span>
      </span>
    ),
  },
  {
    key: 'phone',
    header: 'Phone details',
    cell: (request) => (
      <span className={classes.phone}>
        <CutText lines={2} className={classes.name}>
          {phoneName(request)}
        </CutText>
        <span className={classes.detail}>
          {request.storage} GB, {request.condition}
        </span>
      </span>
    ),
  },
  {
    key: 'color',
    header: 'Color',
    isHideable,
    cell: ({ color }) => (
      <span className={classes.color}>
        {paints[color] ? (
          <span className={classes.paint} style={{ background: paints[color] }} aria-hidden="true" />
        ) : null}
        {capital(color ?? '')}
      </span>
    ),
  },
  {
    key: 'image',
    header: 'Image',
    isHideable,
    cell: (request) => <RequestPhoto request={request} size="thumbnail" />,
  },
  {
    key: 'price',
    header: 'Expected price',
    align: 'end',
    cell: ({ expectedPrice }) => <span className={classes.name}>{dollars(expectedPrice)}</span>,
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'submitted',
    header: 'Submitted',
    isHideable,
    cell: ({ createdAt }) => <span className={classes.nowrap}>{formatDate(createdAt, 'short')}</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: (request) => {
      const whose = `request ${shortId(request.id)} of ${request.fullName}`;
      return (
        <span className={classes.actions}>
          <Button look="tonal" size="small" aria-label={`View ${whose}`} onClick={() => onView(request)}>
            View
          </Button>
          <Button
            look="ghost"
            size="small"
            aria-label={`Quote ${whose}`}
            onClick={() => onAction('quote', request)}
          >
            Quote
          </Button>
          <Button
            look="ghost"
            size="small"
            aria-label={`Status of ${whose}`}
            onClick={() => onAction('status', request)}
          >
            Status
          </Button>
          <IconButton
            label={`Delete ${whose}`}
            className={classes.delete}
            onClick={() => onAction('delete', request)}
          >
            <Trash2 />
          </IconButton>
        </span>
      );
    },
  },
];
