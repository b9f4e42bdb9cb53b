import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { IconButton } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import Eye from 'lucide-react/icons/eye';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { StatusSelect } from '../../lists/status/status-select.tsx';
import { CutText } from '../../lists/table/cut-text.tsx';
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

/** By what each column sorts: one function for the life of the list. */
const sortBy = {
  customer: ({ name }: PhoneOrderAnswer) => name,
  model: ({ model }: PhoneOrderAnswer) => model,
  quantity: ({ quantity }: PhoneOrderAnswer) => quantity,
  total: ({ totalPrice }: PhoneOrderAnswer) => totalPrice ?? 0,
  status: ({ status }: PhoneOrderAnswer) => statusesOf['phone-order'].indexOf(status),
  priority: ({ priority }: PhoneOrderAnswer) => priorities.indexOf(priority),
  date: ({ createdAt }: PhoneOrderAnswer) => createdAt,
};

/** ABOOK-10 to ABOOK-12. */
export const bookingOrderColumns = ({ onView, onStatus }: RowHandlers): ListColumn<PhoneOrderAnswer>[] => [
  { key: 'id', header: 'Order ID', cell: ({ id }) => <span className={classes.detail}>{shortId(id)}</span> },
  {
    key: 'customer',
    header: 'Customer',
    sortBy: sortBy.customer,
    cell: ({ name, email, phone }) => (
      <span className={classes.lines}>
        <CutText className={classes.name}>{name}</CutText>
        <CutText className={classes.detail}>{email}</CutText>
        <span className={classes.detail}>{phone}</span>
      </span>
    ),
  },
  {
    key: 'model',
    header: 'Phone model',
    sortBy: sortBy.model,
    cell: ({ model, color, storage }) => (
      <span className={classes.lines}>
        <CutText lines={2} className={classes.name}>
          {model}
        </CutText>
        <CutText className={classes.detail}>{`${color}, ${storage}`}</CutText>
      </span>
    ),
  },
  {
    key: 'quantity',
    header: 'Quantity',
    align: 'end',
    isHideable,
    sortBy: sortBy.quantity,
    cell: ({ quantity }) => quantity,
  },
  {
    key: 'total',
    header: 'Total price',
    align: 'end',
    sortBy: sortBy.total,
    cell: ({ totalPrice }) => <span className={classes.name}>{dollars(totalPrice)}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    sortBy: sortBy.status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'priority',
    header: 'Priority',
    isHideable,
    sortBy: sortBy.priority,
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
    sortBy: sortBy.date,
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
