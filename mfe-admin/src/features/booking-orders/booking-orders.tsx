import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { Alert, Button } from '@kinmel/ui';
import { toast, useAppDispatch } from '@kinmel/web-kit';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useMemo, useState } from 'react';
import { failureText, isVersionConflict } from '../../failure-text.ts';
import { useLeftDialog } from '../../forms/dialog-draft.ts';
import { ContentTitle } from '../../frame/content-title.tsx';
import { useLastPage } from '../../lists/address/use-last-page.ts';
import { useListState } from '../../lists/address/use-list-state.ts';
import { ListBox, ListRows } from '../../lists/list-box.tsx';
import { Pager } from '../../lists/pager.tsx';
import { NewRecords } from '../../lists/records/new-records.tsx';
import { useKnownRows } from '../../lists/records/use-known-rows.ts';
import { newestOf, useNewRecords } from '../../lists/records/use-new-records.ts';
import { StatStrip } from '../../lists/stat-strip.tsx';
import { needsNote } from '../../lists/status/note.rules.ts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { DataTable } from '../../lists/table/data-table.tsx';
import { useRowSelection } from '../../lists/table/use-row-selection.ts';
import { ColumnPicker } from '../../lists/toolbar/column-picker.tsx';
import { shownKeys } from '../../lists/toolbar/csv-button.tsx';
import { FilterSelect } from '../../lists/toolbar/filter-select.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import { ViewPicker } from '../../lists/views/view-picker.tsx';
import { ExportButton } from '../../requests/export-button.tsx';
import { dollars, shortId, statusesOf, statusFailures } from '../../requests/request-words.ts';
import { newRequestsAddress } from '../../requests/requests-api.ts';
import { RowCard } from '../../requests/row-card.tsx';
import { BulkRequestStatus } from '../../requests/status/bulk-request-status.tsx';
import { StatusDialog } from '../../requests/status/status-dialog.tsx';
import { type PatchRow, useSetStatus } from '../../requests/status/use-set-status.ts';
import { patchOpenRequest, useOpenRequest } from '../../requests/use-open-request.ts';
import { bookingOrderColumns, hideableColumns, sortableColumns } from './booking-order-columns.tsx';
import classes from './booking-orders.module.css';
import { searchOrders, statsOf } from './booking-orders.rules.ts';
import { bookingOrdersApi } from './booking-orders-api.ts';
import { OrderDetails } from './order-details.tsx';

/** As many rows as on the other lists of the dashboard. */
const rowsPerPage = 20;

const statusFilters = ['all', ...statusesOf['phone-order']];
const spec = {
  filters: { status: statusFilters },
  sortable: sortableColumns,
  hideable: hideableColumns,
};

const none: readonly PhoneOrderAnswer[] = [];
const nameOf = (order: PhoneOrderAnswer) => `${shortId(order.id)}, ${order.name}`;
const subjectOf = ({ quantity, model, color, storage, name }: PhoneOrderAnswer) =>
  `${quantity} × ${model}, ${storage}, ${color}, for ${name}`;

/** Orders of new phones: "Phone Orders Management" (AGEN-02, ABOOK-01). */
export default function BookingOrders() {
  const dispatch = useAppDispatch();
  const listAddress = useListState(spec, 'booking-orders');
  const { state, change, ignored } = listAddress;
  const { search, page, sort, hidden, record } = state;
  const status = state.filters['status'] ?? 'all';
  const list = bookingOrdersApi.useListBookingOrdersQuery(undefined, { refetchOnMountOrArgChange: true });
  const hasFailed = list.error !== undefined;
  // ABOOK-21: after a failed fetch the list is empty.
  const orders = hasFailed ? none : (list.data ?? none);
  const isLoading = list.data === undefined && !hasFailed;
  const found = useMemo(() => searchOrders(orders, search, status), [orders, search, status]);
  const stats = useMemo(() => statsOf(orders), [orders]);
  const newest = useMemo(() => newestOf(orders), [orders]);
  const selection = useRowSelection();
  const known = useKnownRows(orders);
  const { count: newCount } = useNewRecords({
    address: newRequestsAddress,
    params: { kind: 'phone-order', status: 'all', search: '' },
    isLoaded: list.data !== undefined && !hasFailed,
    newest,
  });
  const { request: opened, problem } = useOpenRequest('phone-order', record, isLoading ? undefined : orders);
  const [chosen, setAsked] = useState<{ order: PhoneOrderAnswer; wanted?: string }>();
  const left = useLeftDialog('phone-order');
  const { request: leftOrder } = useOpenRequest('phone-order', left.id, isLoading ? undefined : orders);
  const asked = chosen ?? (leftOrder ? { order: leftOrder } : undefined);

  const totalPages = Math.ceil(found.length / rowsPerPage);
  useLastPage(page, isLoading || hasFailed ? undefined : totalPages, change);

  const patch: PatchRow = (id, changes) => {
    dispatch(
      bookingOrdersApi.util.updateQueryData('listBookingOrders', undefined, (before) =>
        // A change of a row of this list is one of a phone order.
        before.map((row) => (row.id === id ? ({ ...row, ...changes } as PhoneOrderAnswer) : row)),
      ),
    );
    patchOpenRequest(dispatch, 'phone-order', id, changes);
  };
  const { setStatus } = useSetStatus('phone-order', patch);

  const onStatus = async (order: PhoneOrderAnswer, wanted: string) => {
    if (wanted === order.status) return;
    // A step back or over asks first (SIL-38); the others mail the customer at once.
    if (needsNote(order, wanted)) {
      setAsked({ order, wanted });
      return;
    }
    const { error } = await setStatus(order, { status: wanted, note: '' });
    if (!error) return;
    toast.error(failureText(error, statusFailures['phone-order']));
    // Somebody else was faster: the row shows what there is now.
    if (isVersionConflict(error)) void list.refetch();
  };
  const onView = ({ id }: PhoneOrderAnswer) => change({ record: id });
  const columns = bookingOrderColumns({
    onView,
    onStatus: (order, wanted) => void onStatus(order, wanted),
  });
  const valueOf = (value: number) => (isLoading ? undefined : hasFailed ? '–' : value);

  return (
    <>
      <ContentTitle>Phone Orders Management</ContentTitle>
      <StatStrip
        label="Phone orders"
        stats={[
          { label: 'Total', value: valueOf(stats.total) },
          { label: 'Pending', value: valueOf(stats.pending) },
          { label: 'Confirmed', value: valueOf(stats.confirmed) },
          { label: 'Shipped', value: valueOf(stats.shipped) },
          {
            label: 'Total revenue',
            value: isLoading ? undefined : hasFailed ? '–' : dollars(stats.revenue),
          },
        ]}
      />
      <ListBox
        ignored={ignored}
        toolbar={
          <>
            <SearchBox
              label="Search phone orders"
              placeholder="Search by name, email, model or phone"
              value={search}
              onSearch={(text, how) => change({ search: text }, how)}
            />
            <FilterSelect
              label="Status"
              value={status}
              options={statusFilters.map((value) => ({
                value,
                label: value === 'all' ? 'All statuses' : wordOf(value),
              }))}
              onChange={(value) => change({ filters: { status: value } })}
            />
            <ViewPicker spec={spec} list={listAddress} />
            <ColumnPicker columns={columns} hidden={hidden} onChange={(keys) => change({ hidden: keys })} />
            <ExportButton
              kind="phone-order"
              status={status}
              search={search}
              shown={shownKeys(columns, hidden)}
            />
            <Button
              look="line"
              size="medium"
              busy={list.isFetching && !isLoading}
              busyText="Refresh"
              onClick={() => void list.refetch()}
            >
              <RefreshCw aria-hidden="true" />
              Refresh
            </Button>
            <span className={classes.total}>{isLoading || hasFailed ? null : `${found.length} orders`}</span>
          </>
        }
        footer={
          <Pager
            page={page}
            totalPages={totalPages}
            onPage={(to) => change({ page: to })}
            rows={{ total: found.length, pageSize: rowsPerPage }}
          />
        }
      >
        <NewRecords count={newCount} onShow={() => void list.refetch()} />
        <BulkRequestStatus
          kind="phone-order"
          selection={selection}
          known={known}
          nameOf={nameOf}
          onChanged={() => void list.refetch()}
        />
        {problem ? (
          <Alert tone="bad" className={classes.alert} onClose={() => change({ record: undefined })}>
            {problem}
          </Alert>
        ) : null}
        <ListRows
          isLoading={isLoading}
          error={hasFailed ? 'Failed to fetch phone orders' : undefined}
          onRetry={() => void list.refetch()}
          isFetching={list.isFetching}
          isEmpty={found.length === 0}
          emptyText={orders.length === 0 ? 'No phone orders found' : 'No orders match your filters'}
          emptyDetail={
            orders.length === 0 ? 'Orders will appear here once customers place phone orders.' : undefined
          }
        >
          <DataTable
            label="Phone orders"
            columns={columns}
            rows={found}
            rowId={({ id }) => id}
            rowName={nameOf}
            sort={sort}
            onSort={(next) => change({ sort: next })}
            hidden={hidden}
            whole={{ page, pageSize: rowsPerPage }}
            selection={selection}
            card={(order) => (
              <RowCard
                title={order.name}
                subtitle={order.model}
                detail={`${order.quantity} × ${order.storage}, ${order.color}`}
                figure={dollars(order.totalPrice)}
                status={order.status}
                onOpen={() => onView(order)}
              />
            )}
          />
        </ListRows>
      </ListBox>
      {opened && !asked ? (
        <OrderDetails
          order={opened}
          onClose={() => change({ record: undefined })}
          onStatus={() => setAsked({ order: opened })}
        />
      ) : null}
      {asked ? (
        <StatusDialog
          kind="phone-order"
          request={asked.order}
          subject={subjectOf(asked.order)}
          wanted={chosen?.wanted}
          patch={patch}
          onClose={() => {
            left.done();
            setAsked(undefined);
          }}
        />
      ) : null}
    </>
  );
}
