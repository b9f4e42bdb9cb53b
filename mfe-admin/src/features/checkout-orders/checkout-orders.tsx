import type { Order } from '@kinmel/contracts';
import { Alert, Button } from '@kinmel/ui';
import { formatDate, formatPrice, useAppDispatch } from '@kinmel/web-kit';
import { useState } from 'react';
import { useLeftDialog } from '../../forms/dialog-draft.ts';
import { ContentTitle } from '../../frame/content-title.tsx';
import { isDay } from '../../lists/address/list-state.rules.ts';
import { useLastPage } from '../../lists/address/use-last-page.ts';
import { useListState } from '../../lists/address/use-list-state.ts';
import { BulkStatus } from '../../lists/bulk/bulk-status.tsx';
import { ListBox, ListRows } from '../../lists/list-box.tsx';
import { Pager } from '../../lists/pager.tsx';
import { NewRecords } from '../../lists/records/new-records.tsx';
import { useKnownRows } from '../../lists/records/use-known-rows.ts';
import { newestOf, useNewRecords } from '../../lists/records/use-new-records.ts';
import { StatStrip } from '../../lists/stat-strip.tsx';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { DataTable } from '../../lists/table/data-table.tsx';
import { columnKeys } from '../../lists/table/list-column.ts';
import { useRowSelection } from '../../lists/table/use-row-selection.ts';
import { ColumnPicker } from '../../lists/toolbar/column-picker.tsx';
import { CsvButton, shownKeys } from '../../lists/toolbar/csv-button.tsx';
import { DayRange } from '../../lists/toolbar/day-range.tsx';
import { FilterSelect } from '../../lists/toolbar/filter-select.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import { ViewPicker } from '../../lists/views/view-picker.tsx';
import { columnsOf } from './checkout-order-columns.tsx';
import classes from './checkout-orders.module.css';
import { chosenStatuses, isUnusualStep, sortParam } from './checkout-orders.rules.ts';
import {
  checkoutOrdersApi,
  filterParams,
  newOrdersAddress,
  orderCsvColumns,
  ordersExportAddress,
  ordersPerPage,
} from './checkout-orders-api.ts';
import { OrderDetails } from './order-details.tsx';
import { paymentMethodWords } from './payment-words.ts';
import { failedText, UpdateOrder } from './update-order.tsx';
import { useOrderJob } from './use-order-job.ts';

const {
  useListCheckoutOrdersQuery,
  useGetCheckoutOrderStatsQuery,
  useBulkUpdateCheckoutOrdersMutation,
  useGetCheckoutOrderQuery,
} = checkoutOrdersApi;

const statusFilter = ['all', ...chosenStatuses] as const;
const paymentFilter = ['all', 'cash_on_delivery', 'card'] as const;

const spec = {
  ...columnKeys(columnsOf({ open: () => {}, update: () => {} })),
  filters: { status: statusFilter, paymentMethod: paymentFilter, from: isDay, to: isDay },
};

const none: readonly Order[] = [];

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
  const dispatch = useAppDispatch();
  const listAddress = useListState(spec, 'checkout-orders');
  const { state, change, ignored } = listAddress;
  const { status = 'all', paymentMethod = 'all', from = '', to: asked = '' } = state.filters;
  // An address may name a last day before the first.
  const to = asked < from ? '' : asked;
  const filter = { status, search: state.search, paymentMethod, from, to };
  const sort = sortParam(state.sort);
  const list = useListCheckoutOrdersQuery({ ...filter, page: state.page, sort });
  useLastPage(state.page, list.currentData?.totalPages, change);
  const [chosen, setUpdated] = useState<Order>();
  const left = useLeftDialog('checkout-order');
  const { currentData: leftOrder } = useGetCheckoutOrderQuery(left.id ?? '', {
    skip: left.id === undefined,
    refetchOnMountOrArgChange: true,
  });
  const updated = chosen ?? (left.id === undefined ? undefined : leftOrder);
  const open = (order: Order) => change({ record: order._id });
  const columns = columnsOf({ open, update: setUpdated });
  const closeUpdate = () => {
    left.done();
    setUpdated(undefined);
  };
  const { data } = list;
  const rows = data?.orders ?? none;
  const selection = useRowSelection();
  const known = useKnownRows(rows);
  const [sendBulk] = useBulkUpdateCheckoutOrdersMutation();
  const job = useOrderJob();
  const isNewestFirst = sort === undefined || sort === 'date_desc';
  const { count: newCount, restart } = useNewRecords({
    address: newOrdersAddress,
    params: filterParams(filter),
    isLoaded: list.currentData !== undefined,
    newest: state.page === 1 && isNewestFirst ? newestOf(rows) : undefined,
  });
  const showNew = () => {
    if (state.page === 1) void list.refetch();
    else change({ page: 1 });
    restart();
  };
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
            <DayRange from={from} to={to} onChange={(filters) => change({ filters })} />
            <ViewPicker spec={spec} list={listAddress} />
            <ColumnPicker columns={columns} hidden={state.hidden} onChange={(hidden) => change({ hidden })} />
            <CsvButton
              address={ordersExportAddress}
              params={{ ...filterParams(filter), sort }}
              columns={shownKeys(columns, state.hidden).flatMap((key) => orderCsvColumns[key] ?? [])}
              fileName="checkout-orders.csv"
            />
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
        <NewRecords count={newCount} onShow={showNew} />
        <BulkStatus
          selection={selection}
          known={known}
          nameOf={({ orderNumber }) => orderNumber}
          noun="order"
          statuses={chosenStatuses}
          needsNote={({ orderStatus }, wanted) => isUnusualStep(orderStatus, wanted)}
          job={job}
          onChanged={() => {
            void list.refetch();
            void dispatch(
              checkoutOrdersApi.endpoints.getCheckoutOrderStats.initiate(undefined, {
                forceRefetch: true,
                subscribe: false,
              }),
            );
          }}
          send={({ status: orderStatus, rows: orders, key, ...note }) =>
            sendBulk({ key, body: { orderStatus, orders: [...orders], ...note } })
          }
          failedText={failedText}
          readRow={async (id) => {
            const { data: order } = await dispatch(
              checkoutOrdersApi.endpoints.getCheckoutOrder.initiate(id, {
                forceRefetch: true,
                subscribe: false,
              }),
            );
            return order;
          }}
        />
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
            rows={rows}
            rowId={({ _id }) => _id}
            rowName={({ orderNumber }) => orderNumber}
            sort={state.sort}
            onSort={(next) => change({ sort: next })}
            hidden={state.hidden}
            selection={selection}
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
      {updated ? <UpdateOrder order={updated} onClose={closeUpdate} /> : null}
    </>
  );
}
