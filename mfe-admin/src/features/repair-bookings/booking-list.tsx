import type { RepairBookingAnswer } from '@kinmel/contracts';
import { useEffect } from 'react';
import { useLastPage } from '../../lists/address/use-last-page.ts';
import type { ListAddress } from '../../lists/address/use-list-state.ts';
import { ListBox, ListRows } from '../../lists/list-box.tsx';
import { Pager } from '../../lists/pager.tsx';
import { NewRecords } from '../../lists/records/new-records.tsx';
import { useKnownRows } from '../../lists/records/use-known-rows.ts';
import { newestOf, useNewRecords } from '../../lists/records/use-new-records.ts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { DataTable } from '../../lists/table/data-table.tsx';
import { useRowSelection } from '../../lists/table/use-row-selection.ts';
import { ColumnPicker } from '../../lists/toolbar/column-picker.tsx';
import { shownKeys } from '../../lists/toolbar/csv-button.tsx';
import { FilterSelect } from '../../lists/toolbar/filter-select.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import { ViewPicker } from '../../lists/views/view-picker.tsx';
import { ExportButton } from '../../requests/export-button.tsx';
import { shortId, statusesOf } from '../../requests/request-words.ts';
import { newRequestsAddress } from '../../requests/requests-api.ts';
import { RowCard } from '../../requests/row-card.tsx';
import { BulkRequestStatus } from '../../requests/status/bulk-request-status.tsx';
import { bookingColumns, bookingsSpec } from './booking-columns.tsx';
import { type BookingsQuery, bookingsPerPage, repairBookingsApi } from './repair-bookings-api.ts';
import classes from './schedule.module.css';
import { formatDay } from './schedule.rules.ts';

interface BookingListProps {
  list: ListAddress;
  /** Which page of the list is shown, so that a change of a booking reaches it. */
  onQuery: (query: BookingsQuery) => void;
  onView: (booking: RepairBookingAnswer) => void;
  onMove: (booking: RepairBookingAnswer) => void;
  onStatus: (booking: RepairBookingAnswer, status: string) => void;
}

/** One list for all that are empty, so that each drawing has the same. */
const none: readonly RepairBookingAnswer[] = [];
const nameOf = (booking: RepairBookingAnswer) => `${shortId(booking.id)}, ${booking.name}`;

/** All repair bookings, newest first, to search and to filter. */
export function BookingList({ list, onQuery, onView, onMove, onStatus }: BookingListProps) {
  const { state, change, ignored } = list;
  const { page, search, hidden } = state;
  const status = state.filters['status'] ?? 'all';
  const query = { page, status, search };
  const answer = repairBookingsApi.useListRepairBookingsQuery(query, { refetchOnMountOrArgChange: true });
  useLastPage(page, answer.currentData?.totalPages, change);
  const shown = answer.error && !answer.currentData ? undefined : answer.data;
  const rows = shown?.rows ?? none;
  const selection = useRowSelection();
  const known = useKnownRows(rows);
  const { count: newCount } = useNewRecords({
    address: newRequestsAddress,
    params: { kind: 'repair-booking', status, search },
    isLoaded: answer.currentData !== undefined,
    newest: page === 1 ? newestOf(rows) : undefined,
  });
  useEffect(() => onQuery({ page, status, search }), [onQuery, page, status, search]);
  const columns = bookingColumns({ onView, onMove, onStatus });
  return (
    <ListBox
      ignored={ignored}
      toolbar={
        <>
          <SearchBox
            label="Search repair bookings"
            placeholder="Search by name, email, phone or model"
            value={search}
            onSearch={(text, how) => change({ search: text }, how)}
          />
          <FilterSelect
            label="Status"
            value={status}
            options={['all', ...statusesOf['repair-booking']].map((value) => ({
              value,
              label: value === 'all' ? 'All statuses' : wordOf(value),
            }))}
            onChange={(value) => change({ filters: { status: value } })}
          />
          <ViewPicker spec={bookingsSpec} list={list} />
          <ColumnPicker columns={columns} hidden={hidden} onChange={(keys) => change({ hidden: keys })} />
          <ExportButton
            kind="repair-booking"
            status={status}
            search={search}
            shown={shownKeys(columns, hidden)}
          />
          {shown ? (
            <span className={classes.total}>
              {shown.total} {shown.total === 1 ? 'booking' : 'bookings'}
            </span>
          ) : null}
        </>
      }
      footer={
        shown ? (
          <Pager
            page={page}
            totalPages={shown.totalPages}
            onPage={(to) => change({ page: to })}
            rows={{ total: shown.total, pageSize: bookingsPerPage }}
          />
        ) : null
      }
    >
      <NewRecords
        count={newCount}
        onShow={() => (page === 1 ? void answer.refetch() : change({ page: 1 }))}
      />
      <BulkRequestStatus
        kind="repair-booking"
        selection={selection}
        known={known}
        nameOf={nameOf}
        onChanged={() => void answer.refetch()}
      />
      <ListRows
        isLoading={!shown}
        error={answer.error && !shown ? 'The repair bookings could not be loaded.' : undefined}
        onRetry={() => void answer.refetch()}
        isFetching={answer.isFetching}
        isEmpty={rows.length === 0}
        emptyText="No repair bookings found"
      >
        <DataTable
          label="Repair bookings"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={nameOf}
          hidden={hidden}
          selection={selection}
          card={(booking) => (
            <RowCard
              title={booking.name}
              subtitle={booking.model}
              detail={`${formatDay(booking.date)}, ${booking.time}`}
              figure=""
              status={booking.status}
              onOpen={() => onView(booking)}
            />
          )}
        />
      </ListRows>
    </ListBox>
  );
}
