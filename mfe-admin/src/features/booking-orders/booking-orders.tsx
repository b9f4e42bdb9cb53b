import type { PhoneOrderAnswer } from '@kinmel/contracts';
import cells from '../../lists/cells.module.css';
import { createdColumn, Lines, statusColumn } from '../../lists/cells.tsx';
import { statusFilter } from '../../lists/filters.tsx';
import { StatStrip } from '../../lists/stat-strip.tsx';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { column } from '../../lists/table/list-column.ts';
import { InDollars, InDollarsText, useInDollars } from '../../money/in-dollars.tsx';
import { requestList } from '../../requests/request-list.tsx';
import { statusesOf } from '../../requests/request-texts.ts';
import { newRequestsAddress, requestsApi } from '../../requests/requests-api.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { isFound, statsOf } from './booking-orders.rules.ts';

/** Delivery time by priority. */
const deliveryTimes: Readonly<Record<string, string>> = {
  standard: '3-5 business days',
  express: '1-2 business days',
  urgent: 'same day',
};
const priorities = Object.keys(deliveryTimes);
const statuses = statusesOf('phone-order');

function Stats() {
  const { data, error } = requestsApi.useListPhoneOrdersQuery();
  const stats = data && statsOf(data.rows);
  const inDollars = useInDollars();
  const revenue = stats && inDollars(stats.revenue);
  const valueOf = (value: number | string | undefined) => (error ? '–' : value);
  return (
    <StatStrip
      label="Phone orders"
      stats={[
        { label: 'Total', value: valueOf(data?.total) },
        ...(['pending', 'confirmed', 'shipped'] as const).map((status) => ({
          label: sentenceCase(status),
          value: valueOf(stats?.[status]),
        })),
        { label: 'Total revenue', value: valueOf(revenue && (revenue[0] ?? '–')), detail: revenue?.[1] },
      ]}
    />
  );
}

/** Orders of new phones. The endpoint returns the whole list, which is searched, sorted and paged here. */
export default requestList<PhoneOrderAnswer>({
  kind: 'phone-order',
  name: 'booking-orders',
  label: 'Phone orders',
  title: 'Phone Orders Management',
  noun: 'order',
  idHeader: 'Order ID',
  customerOf: (order) => order,
  subjectOf: ({ quantity, model, color, storage, name }) =>
    `${quantity} × ${model}, ${storage}, ${color}, for ${name}`,
  Stats,
  canRefresh: true,
  search: { label: 'Search phone orders', placeholder: 'Search by name, email, model or phone' },
  filters: { status: statusFilter(statuses) },
  useRows: () => requestsApi.useListPhoneOrdersQuery(undefined, { refetchOnMountOrArgChange: true }),
  matches: isFound,
  newRecords: {
    address: newRequestsAddress,
    params: () => ({ kind: 'phone-order', status: 'all', search: '' }),
    isNewestShown: () => true,
  },
  failed: 'Failed to fetch phone orders',
  empty: ({ rowsById }) =>
    rowsById.size === 0
      ? {
          text: 'No phone orders found',
          detail: 'Orders will appear here once customers place phone orders.',
        }
      : { text: 'No orders match your filters' },
  columns: [
    column('customer', 'Customer', ({ name, email, phone }) => <Lines lines={[name, email, phone]} />, {
      sortBy: ({ name }) => name,
    }),
    column(
      'model',
      'Phone model',
      ({ model, color, storage }) => <Lines lines={[model, `${color}, ${storage}`]} canWrap />,
      { sortBy: ({ model }) => model },
    ),
    column('quantity', 'Quantity', ({ quantity }) => quantity, {
      align: 'end',
      isHideable: true,
      sortBy: ({ quantity }) => quantity,
    }),
    column('total', 'Total price', ({ totalPrice }) => <InDollars amount={totalPrice} />, {
      align: 'end',
      sortBy: ({ totalPrice }) => totalPrice ?? 0,
    }),
    { ...statusColumn, sortBy: ({ status }) => statuses.indexOf(status) },
    column(
      'priority',
      'Priority',
      ({ priority }) => (
        <span className={cells.lines}>
          <span>{sentenceCase(priority ?? '')}</span>
          <span className="quiet">{deliveryTimes[priority] ?? ''}</span>
        </span>
      ),
      { isHideable: true, sortBy: ({ priority }) => priorities.indexOf(priority) },
    ),
    { ...createdColumn, key: 'date', header: 'Date', sortBy: ({ createdAt }) => createdAt },
  ],
  card: ({ name, model, quantity, storage, color, totalPrice }) => ({
    lines: [name, model, `${quantity} × ${storage}, ${color}`],
    figure: ['Total', <InDollars key="total" amount={totalPrice} />],
  }),
  details: (order) => ({
    title: 'Order Details',
    verb: 'ordered',
    groups: {
      Phone: [
        ['Model', order.model],
        ['Color', order.color],
        ['Storage', order.storage],
        ['Quantity', order.quantity],
        ['Total price', <InDollarsText key="total" amount={order.totalPrice} />],
        ['Budget', order.budget || 'None given'],
      ],
      'Payment and delivery': [
        ['Payment', order.paymentMethod === 'installment' ? 'Installment' : 'Full payment'],
        ['Delivery', sentenceCase(order.deliveryMethod)],
        order.deliveryMethod === 'pickup'
          ? ['Preferred', `${order.preferredDate} ${order.preferredTime}`.trim() || 'No time given']
          : ['Address', order.address],
        ['Priority', `${sentenceCase(order.priority ?? '')}, ${deliveryTimes[order.priority] ?? ''}`],
        ['Last updated', formatMoment(order.updatedAt)],
      ],
    },
    texts: { Message: order.message },
  }),
});
