import type { Order } from '@kinmel/contracts';
import { Alert, Button, VisuallyHidden } from '@kinmel/ui';
import { formatDate, formatPrice } from '@kinmel/web-kit';
import Banknote from 'lucide-react/icons/banknote';
import CreditCard from 'lucide-react/icons/credit-card';
import { useCallback, useMemo, useState } from 'react';
import { ContentTitle } from '../../frame/content-title.tsx';
import { useListState } from '../../lists/address/use-list-state.ts';
import { ListBox, ListRows } from '../../lists/list-box.tsx';
import { Pager } from '../../lists/pager.tsx';
import { StatStrip } from '../../lists/stat-strip.tsx';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { DataTable } from '../../lists/table/data-table.tsx';
import { columnKeys, type ListColumn } from '../../lists/table/list-column.ts';
import { ColumnPicker } from '../../lists/toolbar/column-picker.tsx';
import { FilterSelect } from '../../lists/toolbar/filter-select.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import classes from './checkout-orders.module.css';
import { chosenStatuses, shownProducts } from './checkout-orders.rules.ts';
import { checkoutOrdersApi, ordersPerPage } from './checkout-orders-api.ts';
import { OrderDetails } from './order-details.tsx';
import { paymentMethodWords } from './payment-words.ts';
import { UpdateOrder } from './update-order.tsx';

const { useListCheckoutOrdersQuery, useGetCheckoutOrderStatsQuery } = checkoutOrdersApi;

const statusFilter = ['all', ...chosenStatuses] as const;
const paymentFilter = ['all', 'cash_on_delivery', 'card'] as const;

interface RowActions {
  readonly open: (order: Order) => void;
  readonly update: (order: Order) => void;
}

function Products({ order }: { order: Order }) {
  const { names, more } = shownProducts(order);
  return (
    <>
      {names}
      {more > 0 ? <span className={classes.detail}>+{more} more</span> : null}
    </>
  );
}

function Payment({ order }: { order: Order }) {
  const Icon = order.paymentMethod === 'card' ? CreditCard : Banknote;
  return (
    <span className={classes.payment}>
      <Icon aria-hidden="true" />
      <span>
        <VisuallyHidden>{paymentMethodWords[order.paymentMethod]}</VisuallyHidden>
        <span className={classes.name}>{formatPrice(order.pricing.total)}</span>
        <StatusBadge status={order.paymentStatus} />
      </span>
    </span>
  );
}

const columnsOf = ({ open, update }: RowActions): readonly ListColumn<Order>[] => [
  {
    key: 'number',
    header: 'Order number',
    cell: (order) => (
      <button type="button" className={classes.number} onClick={() => open(order)}>
        {order.orderNumber}
      </button>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    isHideable: true,
    cell: ({ customerDetails }) => (
      <>
        <span className={classes.name}>{customerDetails.name}</span>
        <span className={classes.detail}>{customerDetails.email}</span>
      </>
    ),
  },
  { key: 'products', header: 'Products', isHideable: true, cell: (order) => <Products order={order} /> },
  { key: 'payment', header: 'Payment', isHideable: true, cell: (order) => <Payment order={order} /> },
  {
    key: 'status',
    header: 'Order status',
    isHideable: true,
    cell: ({ orderStatus }) => <StatusBadge status={orderStatus} />,
  },
  {
    key: 'date',
    header: 'Date',
    isHideable: true,
    cell: ({ createdAt }) => formatDate(createdAt, 'short'),
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (order) => (
      <Button
        look="line"
        size="small"
        aria-label={`Update ${order.orderNumber}`}
        onClick={() => update(order)}
      >
        Update
      </Button>
    ),
  },
];

const noActions: RowActions = { open: () => {}, update: () => {} };
const spec = {
  ...columnKeys(columnsOf(noActions)),
  filters: { status: statusFilter, paymentMethod: paymentFilter },
};

function Stats({ loaded }: { loaded: readonly Order[] | undefined }) {
  const { data, error, isFetching, refetch } = useGetCheckoutOrderStatsQuery();
  // Without the extra field the card counts the loaded page (CONF-62).
  const codOrders =
    data?.codOrders ?? loaded?.filter(({ paymentMethod }) => paymentMethod === 'cash_on_delivery').length;
  if (error !== undefined && data === undefined) {
    return (
      <Alert tone="bad" className={classes.alert}>
        Failed to fetch dashboard stats{' '}
        <Button look="line" size="small" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </Alert>
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

/** Orders of carts (AGEN-03, ACHK-01 to ACHK-20). */
export default function CheckoutOrders() {
  const { state, change, ignored } = useListState(spec);
  const { status = 'all', paymentMethod = 'all' } = state.filters;
  const list = useListCheckoutOrdersQuery({
    page: state.page,
    status,
    search: state.search,
    paymentMethod,
  });
  const [updated, setUpdated] = useState<Order>();
  const open = useCallback((order: Order) => change({ record: order._id }), [change]);
  const columns = useMemo(() => columnsOf({ open, update: setUpdated }), [open]);
  const { data } = list;
  return (
    <>
      <ContentTitle>Orders Management</ContentTitle>
      <Stats loaded={data?.orders} />
      <ListBox
        ignored={ignored}
        toolbar={
          <>
            <SearchBox
              label="Search orders"
              placeholder="Search order number, name, email or phone"
              value={state.search}
              onSearch={(search, how) => change({ search }, how)}
            />
            <FilterSelect
              label="Order status"
              value={status}
              options={statusFilter.map((value) => ({
                value,
                label: value === 'all' ? 'All statuses' : wordOf(value),
              }))}
              onChange={(value) => change({ filters: { status: value } })}
            />
            <FilterSelect
              label="Payment method"
              value={paymentMethod}
              options={paymentFilter.map((value) => ({
                value,
                label: value === 'all' ? 'All payment methods' : paymentMethodWords[value],
              }))}
              onChange={(value) => change({ filters: { paymentMethod: value } })}
            />
            <ColumnPicker columns={columns} hidden={state.hidden} onChange={(hidden) => change({ hidden })} />
          </>
        }
        footer={
          data ? (
            <Pager
              page={state.page}
              totalPages={data.totalPages}
              onPage={(page) => change({ page })}
              rows={{ total: data.totalOrders, pageSize: ordersPerPage }}
            />
          ) : null
        }
      >
        <ListRows
          isLoading={data === undefined}
          isFetching={list.isFetching}
          error={list.isError ? 'Failed to fetch checkout orders' : undefined}
          onRetry={() => void list.refetch()}
          isEmpty={data?.orders.length === 0}
          emptyText="No orders found"
        >
          <DataTable
            label="Orders"
            columns={columns}
            rows={data?.orders ?? []}
            rowId={({ _id }) => _id}
            rowName={({ orderNumber }) => orderNumber}
            hidden={state.hidden}
            card={(order) => (
              <button type="button" className={classes.card} onClick={() => open(order)}>
                <span>
                  <span className={classes.name}>{order.customerDetails.name}</span>
                  <span>{order.orderNumber}</span>
                  <span className={classes.detail}>{formatDate(order.createdAt, 'short')}</span>
                </span>
                <span className={classes.atEnd}>
                  <span className={classes.name}>{formatPrice(order.pricing.total)}</span>
                  <StatusBadge status={order.orderStatus} />
                </span>
              </button>
            )}
          />
        </ListRows>
      </ListBox>
      {state.record !== undefined && updated === undefined ? (
        <OrderDetails
          id={state.record}
          known={data?.orders.find(({ _id }) => _id === state.record)}
          onClose={() => change({ record: undefined })}
          onUpdate={setUpdated}
        />
      ) : null}
      {updated ? <UpdateOrder order={updated} onClose={() => setUpdated(undefined)} /> : null}
    </>
  );
}
