import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { IconButton } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import Eye from 'lucide-react/icons/eye';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { StatusSelect } from '../../lists/status/status-select.tsx';
import type { ListColumn } from '../../lists/table/list-column.ts';
import { capital, dollars, shortId, statusesOf } from '../../requests/request-words.ts';
import classes from './booking-orders.module.css';
import { promiseOf } from './booking-orders.rules.ts';

interface RowHandlers {
  readonly onView: (order: PhoneOrderAnswer) => void;
  readonly onStatus: (order: PhoneOrderAnswer, status: string) => void;
}

/** The columns that the list is sorted by, and those that can be hidden. */
export const sortableColumns = [
  'customer',
  'model',
  'quantity',
  'total',
  'status',
  'priority',
  'date',
] as const;
export const hideableColumns = ['quantity', 'priority', 'date'] as const;

const isHideable = true;
const priorities = ['standard', 'express', 'urgent'];

/** ABOOK-10 to ABOOK-12. */
export const bookingOrderColumns = ({ onView, onStatus }: RowHandlers): ListColumn<PhoneOrderAnswer>[] => [
  { key: 'id', header: 'Order ID', cell: ({ id }) => <span className={classes.detail}>{shortId(id)}</span> },
  {
    key: 'customer',
    header: 'Customer',
    sortBy: ({ name }) => name,
    cell: ({ name, email, phone }) => (
      <span className={classes.lines}>
        <span className={classes.name}>{name}</span>
        <span className={classes.detail}>{email}</span>
        <span className={classes.detail}>{phone}</span>
      </span>
    ),
  },
  {
    key: 'model',
    header: 'Phone model',
    sortBy: ({ model }) => model,
    cell: ({ model, color, storage }) => (
      <span className={classes.lines}>
        <span className={classes.name}>{model}</span>
        <span className={classes.detail}>
          {color}, {storage}
        </span>
      </span>
    ),
  },
  {
    key: 'quantity',
    header: 'Quantity',
    align: 'end',
    isHideable,
    sortBy: ({ quantity }) => quantity,
    cell: ({ quantity }) => quantity,
  },
  {
    key: 'total',
    header: 'Total price',
    align: 'end',
    sortBy: ({ totalPrice }) => totalPrice ?? 0,
    cell: ({ totalPrice }) => <span className={classes.name}>{dollars(totalPrice)}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    sortBy: ({ status }) => statusesOf['phone-order'].indexOf(status),
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'priority',
    header: 'Priority',
    isHideable,
    sortBy: ({ priority }) => priorities.indexOf(priority),
    cell: ({ priority }) => (
      <span className={classes.lines}>
        <span>{capital(priority ?? '')}</span>
        <span className={classes.detail}>{promiseOf(priority)}</span>
      </span>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    isHideable,
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <span className={classes.nowrap}>{formatDate(createdAt, 'short')}</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: (order) => {
      const whose = `order ${shortId(order.id)} of ${order.name}`;
      return (
        <span className={classes.actions}>
          <StatusSelect
            label={`Status of ${whose}`}
            value={order.status as string}
            options={statusesOf['phone-order']}
            onChange={(status) => onStatus(order, status)}
          />
          <IconButton label={`Details of ${whose}`} onClick={() => onView(order)}>
            <Eye />
          </IconButton>
        </span>
      );
    },
  },
];
