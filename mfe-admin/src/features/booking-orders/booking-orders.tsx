import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { Button, IconButton } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import Eye from 'lucide-react/icons/eye';
import cells from '../../lists/cells.module.css';
import { Lines, RowCard } from '../../lists/cells.tsx';
import { statusFilter } from '../../lists/filters.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { StatStrip } from '../../lists/stat-strip.tsx';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { customerFacts, RequestDetails } from '../../requests/details/request-details.tsx';
import { requestList } from '../../requests/request-list.tsx';
import { capital, dollars, formatMoment, shortId, statusesOf } from '../../requests/request-words.ts';
import { newRequestsAddress } from '../../requests/requests-api.ts';
import { RowStatus } from '../../requests/status/row-status.tsx';
import { isFound, statsOf } from './booking-orders.rules.ts';
import { bookingOrdersApi } from './booking-orders-api.ts';

/** What each priority promises. */
const promises: Readonly<Record<string, string>> = {
  standard: '3-5 business days',
  express: '1-2 business days',
  urgent: 'same day',
};
const priorities = Object.keys(promises);
const statuses = statusesOf['phone-order'];

const useOrders = () =>
  bookingOrdersApi.useListBookingOrdersQuery(undefined, { refetchOnMountOrArgChange: true });

function Stats() {
  const { data, error } = bookingOrdersApi.useListBookingOrdersQuery();
  const stats = data && statsOf(data);
  const valueOf = (value: number | string | undefined) => (error ? '–' : value);
  return (
    <StatStrip
      label="Phone orders"
      stats={[
        { label: 'Total', value: valueOf(data?.length) },
        ...(['pending', 'confirmed', 'shipped'] as const).map((status) => ({
          label: wordOf(status),
          value: valueOf(stats?.[status]),
        })),
        { label: 'Total revenue', value: valueOf(stats && dollars(stats.revenue)) },
      ]}
    />
  );
}

function Details({ row: order, list, onClose }: RecordDialogProps<PhoneOrderAnswer>) {
  const isPickup = order.deliveryMethod === 'pickup';
  return (
    <RequestDetails
      title="Order Details"
      request={order}
      verb="ordered"
      groups={{
        Customer: customerFacts(order.name, order.email, order.phone),
        Phone: [
          ['Model', order.model],
          ['Color', order.color],
          ['Storage', order.storage],
          ['Quantity', order.quantity],
          ['Total price', dollars(order.totalPrice)],
          ['Budget', order.budget || 'None given'],
        ],
        'Payment and delivery': [
          ['Payment', order.paymentMethod === 'installment' ? 'Installment' : 'Full payment'],
          ['Delivery', isPickup ? 'Pickup' : 'Delivery'],
          isPickup
            ? ['Preferred', `${order.preferredDate} ${order.preferredTime}`.trim() || 'No time given']
            : ['Address', order.address],
          ['Priority', `${capital(order.priority ?? '')}, ${promises[order.priority] ?? ''}`],
          ['Last updated', formatMoment(order.updatedAt)],
        ],
      }}
      texts={{ Message: order.message }}
      actions={<Button onClick={() => list.ask('status', order)}>Update Status</Button>}
      onClose={onClose}
    />
  );
}

/** Orders of new phones. The whole list is answered, and searched, sorted and paged here. */
export default requestList<PhoneOrderAnswer>({
  kind: 'phone-order',
  name: 'booking-orders',
  label: 'Phone orders',
  title: 'Phone Orders Management',
  noun: 'order',
  customerOf: ({ name }) => name,
  subjectOf: ({ quantity, model, color, storage, name }) =>
    `${quantity} × ${model}, ${storage}, ${color}, for ${name}`,
  Stats,
  canRefresh: true,
  search: { label: 'Search phone orders', placeholder: 'Search by name, email, model or phone' },
  filters: { status: statusFilter(statuses) },
  useRows: () => {
    const { data, currentData, ...query } = useOrders();
    return { ...query, data: data && { rows: data }, currentData: currentData && { rows: currentData } };
  },
  matches: isFound,
  newRecords: {
    address: newRequestsAddress,
    params: () => ({ kind: 'phone-order', status: 'all', search: '' }),
    isNewestShown: () => true,
  },
  failed: 'Failed to fetch phone orders',
  empty: ({ known }) =>
    known.size === 0
      ? {
          text: 'No phone orders found',
          detail: 'Orders will appear here once customers place phone orders.',
        }
      : { text: 'No orders match your filters' },
  columns: [
    { key: 'id', header: 'Order ID', cell: ({ id }) => <span className={cells.detail}>{shortId(id)}</span> },
    {
      key: 'customer',
      header: 'Customer',
      sortBy: ({ name }) => name,
      cell: ({ name, email, phone }) => <Lines lines={[name, email, phone]} />,
    },
    {
      key: 'model',
      header: 'Phone model',
      sortBy: ({ model }) => model,
      cell: ({ model, color, storage }) => <Lines lines={[model, `${color}, ${storage}`]} canWrap />,
    },
    {
      key: 'quantity',
      header: 'Quantity',
      align: 'end',
      isHideable: true,
      sortBy: ({ quantity }) => quantity,
      cell: ({ quantity }) => quantity,
    },
    {
      key: 'total',
      header: 'Total price',
      align: 'end',
      sortBy: ({ totalPrice }) => totalPrice ?? 0,
      cell: ({ totalPrice }) => <span className={cells.name}>{dollars(totalPrice)}</span>,
    },
    {
      key: 'status',
      header: 'Status',
      sortBy: ({ status }) => statuses.indexOf(status),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'priority',
      header: 'Priority',
      isHideable: true,
      sortBy: ({ priority }) => priorities.indexOf(priority),
      cell: ({ priority }) => (
        <span className={cells.lines}>
          <span>{capital(priority ?? '')}</span>
          <span className={cells.detail}>{promises[priority] ?? ''}</span>
        </span>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      isHideable: true,
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <span className={cells.nowrap}>{formatDate(createdAt, 'short')}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      cell: (order, list) => {
        const whose = `order ${shortId(order.id)} of ${order.name}`;
        return (
          <span className={cells.actions}>
            <RowStatus kind="phone-order" row={order} list={list} name={whose} />
            <IconButton label={`Details of ${whose}`} onClick={() => list.open(order)}>
              <Eye />
            </IconButton>
          </span>
        );
      },
    },
  ],
  card: (order, list) => (
    <RowCard
      lines={[order.name, order.model, `${order.quantity} × ${order.storage}, ${order.color}`]}
      figure={dollars(order.totalPrice)}
      status={order.status}
      onOpen={() => list.open(order)}
    />
  ),
  Details,
});
