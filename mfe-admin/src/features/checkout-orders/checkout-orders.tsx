import type { Order } from '@kinmel/contracts';
import { paymentMethodNames, paymentMethods } from '@kinmel/contracts/browser';
import { VisuallyHidden } from '@kinmel/ui';
import { apiProblem, formatDate, formatMoney, formatPrice, useAppDispatch } from '@kinmel/web-kit';
import Banknote from 'lucide-react/icons/banknote';
import CreditCard from 'lucide-react/icons/credit-card';
import { RetryAlert } from '../../frame/retry-alert.tsx';
import { BulkStatus } from '../../lists/bulk/bulk-status.tsx';
import cells from '../../lists/cells.module.css';
import { CutText, createdColumn, Lines, RowCard } from '../../lists/cells.tsx';
import { choiceFilter, dayRangeFilters, statusFilter } from '../../lists/filters.tsx';
import type { ShownList } from '../../lists/list-declaration.ts';
import { recordList } from '../../lists/record-list.tsx';
import { RowButton } from '../../lists/row-buttons.tsx';
import { StatStrip } from '../../lists/stat-strip.tsx';
import { StatusBadge } from '../../lists/status/status.tsx';
import { actionsColumn, column } from '../../lists/table/list-column.ts';
import classes from './checkout-orders.module.css';
import { isUnusualStep, orderParams, selectableStatuses, shownProducts } from './checkout-orders.rules.ts';
import {
  checkoutOrdersApi,
  newOrdersAddress,
  orderCsvColumns,
  ordersExportAddress,
} from './checkout-orders-api.ts';
import { OrderDetails } from './order-details.tsx';
import { TaxDocuments } from './tax-documents.tsx';
import { failedText, UpdateOrder } from './update-order.tsx';
import { useOrderJob } from './use-order-job.ts';

interface ListProps {
  list: ShownList<Order>;
}

function Stats({ list }: ListProps) {
  const request = checkoutOrdersApi.useGetCheckoutOrderStatsQuery();
  const { data, error } = request;
  // Without this figure, the orders of the loaded page are counted.
  const codOrders =
    data?.codOrders ?? list.rows.filter(({ paymentMethod }) => paymentMethod === 'cash_on_delivery').length;
  if (error !== undefined && data === undefined) {
    return (
      <RetryAlert className={classes.alert} request={request}>
        Failed to fetch dashboard stats
      </RetryAlert>
    );
  }
  return (
    <StatStrip
      label="All orders"
      stats={[
        { label: 'Total', value: data?.totalOrders },
        { label: 'Pending', value: data?.pendingOrders },
        { label: 'COD orders', value: data && codOrders },
        { label: 'Delivered', value: data?.deliveredOrders },
      ]}
    />
  );
}

function Bulk({ list }: ListProps) {
  const dispatch = useAppDispatch();
  const [send] = checkoutOrdersApi.useBulkUpdateCheckoutOrdersMutation();
  const job = useOrderJob();
  const { getCheckoutOrder, getCheckoutOrderStats } = checkoutOrdersApi.endpoints;
  const refetchOptions = { forceRefetch: true, subscribe: false };
  return (
    <BulkStatus
      list={list}
      nameOf={({ orderNumber }) => orderNumber}
      noun="order"
      statuses={selectableStatuses}
      needsNote={({ orderStatus }, targetStatus) => isUnusualStep(orderStatus, targetStatus)}
      job={job}
      onChanged={() => {
        list.refresh();
        void dispatch(getCheckoutOrderStats.initiate(undefined, refetchOptions));
      }}
      send={({ status: orderStatus, rows: orders, key, ...note }) =>
        send({ key, body: { orderStatus, orders: [...orders], ...note } })
      }
      failedText={failedText}
      readRow={async (id) => (await dispatch(getCheckoutOrder.initiate(id, refetchOptions))).data}
    />
  );
}

function Payment({ order }: { order: Order }) {
  const Icon = paymentMethods[order.paymentMethod].isPaidOnline ? CreditCard : Banknote;
  return (
    <span className="line nowrap">
      <Icon size={20} />
      <span className={cells.lines}>
        <VisuallyHidden>{paymentMethods[order.paymentMethod].label}</VisuallyHidden>
        <span className={cells.name}>{formatPrice(order.pricing.total)}</span>
        {order.credit ? <span className="quiet">{`credit ${formatMoney(order.credit)}`}</span> : null}
        <StatusBadge status={order.paymentStatus} />
      </span>
    </span>
  );
}

export default recordList<Order>({
  name: 'checkout-orders',
  kind: 'checkout-order',
  label: 'Orders',
  title: 'Orders Management',
  Stats,
  nameOf: ({ orderNumber }) => orderNumber,
  search: { label: 'Search orders', placeholder: 'Search order number, name, email or phone' },
  filters: {
    status: statusFilter(selectableStatuses, 'Order status'),
    paymentMethod: choiceFilter('Payment method', {
      all: 'All payment methods',
      ...Object.fromEntries(paymentMethodNames.map((name) => [name, paymentMethods[name].label])),
    }),
    ...dayRangeFilters,
  },
  useRows: (state) =>
    checkoutOrdersApi.useListCheckoutOrdersQuery({ page: state.page, ...orderParams(state) }),
  failed: 'Failed to fetch checkout orders',
  empty: 'No orders found',
  csv: {
    right: 'orders.export',
    address: ordersExportAddress,
    fileName: 'checkout-orders.csv',
    params: orderParams,
    columns: orderCsvColumns,
  },
  tools: ({ may }) => (may('taxes.export') ? <TaxDocuments /> : null),
  newRecords: {
    address: newOrdersAddress,
    params: (state) => ({ ...orderParams(state), sort: undefined }),
    isNewestShown: ({ page, sort }) =>
      page === 1 && (sort === undefined || (sort.column === 'date' && sort.direction === 'desc')),
  },
  bulk: { right: 'orders.change', Bar: Bulk },
  columns: [
    column('number', 'Order number', (order, list) => (
      <button type="button" className={classes.number} onClick={() => list.open(order)}>
        {order.orderNumber}
      </button>
    )),
    column(
      'customer',
      'Customer',
      ({ customerDetails: { name, email } }) => <Lines lines={[name, email]} />,
      { isHideable: true },
    ),
    column(
      'products',
      'Products',
      (order) => {
        const { names, more } = shownProducts(order);
        return (
          <>
            <CutText lines={2}>{names}</CutText>
            {more > 0 ? <span className="quiet">{`+${more} more`}</span> : null}
          </>
        );
      },
      { isHideable: true },
    ),
    column('payment', 'Payment', (order) => <Payment order={order} />, {
      isHideable: true,
      sortBy: ({ pricing }) => pricing.total,
    }),
    column('status', 'Order status', ({ orderStatus }) => <StatusBadge status={orderStatus} />, {
      isHideable: true,
    }),
    { ...createdColumn, key: 'date', header: 'Date', sortBy: ({ createdAt }) => createdAt },
    actionsColumn((order, list) =>
      list.may('orders.change') ? (
        <RowButton
          text="Update"
          name={order.orderNumber}
          look="line"
          onClick={() => list.openDialog('update', order)}
        />
      ) : null,
    ),
  ],
  card: (order, list) => (
    <RowCard
      lines={[order.customerDetails.name, order.orderNumber, formatDate(order.createdAt, 'short')]}
      figure={['Total', formatPrice(order.pricing.total)]}
      status={order.orderStatus}
      onOpen={() => list.open(order)}
    />
  ),
  useRecord: (id, rows) => {
    const { data, error } = checkoutOrdersApi.useGetCheckoutOrderQuery(id ?? '', { skip: id === undefined });
    const row = id === undefined ? undefined : (data ?? rows?.find((order) => order.id === id));
    if (row || !error) return { row };
    const isMissing = [400, 404].includes(Number(apiProblem(error).status));
    return { row, problem: isMissing ? 'There is no such order.' : 'Failed to fetch checkout orders' };
  },
  Details: OrderDetails,
  dialogs: { update: UpdateOrder },
});
