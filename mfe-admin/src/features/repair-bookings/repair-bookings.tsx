import type { RepairBookingAnswer } from '@kinmel/contracts';
import { Button, IconButton } from '@kinmel/ui';
import Eye from 'lucide-react/icons/eye';
import cells from '../../lists/cells.module.css';
import { Lines, RowCard } from '../../lists/cells.tsx';
import { statusFilter } from '../../lists/filters.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { customerFacts, RequestDetails } from '../../requests/details/request-details.tsx';
import { requestList } from '../../requests/request-list.tsx';
import { capital, formatMoment, shortId, statusesOf } from '../../requests/request-words.ts';
import { newRequestsAddress } from '../../requests/requests-api.ts';
import { RowStatus } from '../../requests/status/row-status.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { bookingsPerPage, repairBookingsApi } from './repair-bookings-api.ts';
import classes from './schedule.module.css';
import { formatDay } from './schedule.rules.ts';
import { refreshSeats, Schedule, scheduleViews, useSchedule, viewOf } from './schedule.tsx';

/** A cancelled booking has no half hour to be moved from. */
const canMove = ({ status }: RepairBookingAnswer) => status !== 'cancelled';

function Details({ row: booking, list, onClose }: RecordDialogProps<RepairBookingAnswer>) {
  return (
    <RequestDetails
      title="Booking Details"
      request={booking}
      verb="booked"
      groups={{
        Customer: customerFacts(booking.name, booking.email, booking.phone),
        Repair: [
          ['Model', booking.model],
          ['Date', formatDay(booking.date)],
          ['Time', booking.time],
          ['Urgency', capital(booking.urgency ?? '')],
          ['Last updated', formatMoment(booking.updatedAt)],
        ],
      }}
      texts={{ Message: booking.message }}
      actions={
        <>
          {canMove(booking) ? (
            <Button look="line" onClick={() => list.ask('move', booking)}>
              Move booking
            </Button>
          ) : null}
          <Button onClick={() => list.ask('status', booking)}>Update Status</Button>
        </>
      }
      onClose={onClose}
    />
  );
}

/** Bookings of repairs by day and week, and as a list to search, newest first. */
export default requestList<RepairBookingAnswer>({
  kind: 'repair-booking',
  name: 'repair-bookings',
  label: 'Repair bookings',
  title: 'Repair bookings',
  noun: 'booking',
  customerOf: ({ name }) => name,
  subjectOf: ({ model, date, time, name }) => `${model} on ${formatDay(date)} at ${time}, for ${name}`,
  onStatusSaved: refreshSeats,
  titleActions: ({ state, change }) => (
    <div className={classes.views}>
      {scheduleViews.map((view) => (
        <Button
          key={view}
          look={view === viewOf(state) ? 'solid' : 'line'}
          size="small"
          aria-pressed={view === viewOf(state)}
          onClick={() => change({ filters: { view } })}
        >
          {wordOf(view)}
        </Button>
      ))}
    </div>
  ),
  search: { label: 'Search repair bookings', placeholder: 'Search by name, email, phone or model' },
  filters: { view: { values: scheduleViews }, status: statusFilter(statusesOf['repair-booking']) },
  useRows: (state) => {
    const { page, filters, search } = state;
    const view = viewOf(state);
    const list = repairBookingsApi.useListRepairBookingsQuery(
      { page, status: filters['status'] ?? 'all', search },
      { skip: view !== 'list', refetchOnMountOrArgChange: true },
    );
    const { schedule } = useSchedule(view);
    if (view === 'list') return list;
    const rows = schedule.currentData?.days.flatMap(({ bookings }) => bookings);
    const data = rows && { rows };
    return { ...schedule, data, currentData: data };
  },
  pageSize: bookingsPerPage,
  newRecords: {
    address: newRequestsAddress,
    params: (state) => ({
      kind: 'repair-booking',
      status: viewOf(state) === 'list' ? state.filters['status'] : 'all',
      search: viewOf(state) === 'list' ? state.search : '',
    }),
    isNewestShown: (state) => viewOf(state) === 'list' && state.page === 1,
  },
  instead: (list, newRecords) =>
    viewOf(list.state) === 'list' ? null : <Schedule list={list} newRecords={newRecords} />,
  failed: 'The repair bookings could not be loaded.',
  empty: 'No repair bookings found',
  columns: [
    { key: 'id', header: 'ID', cell: ({ id }) => <span className={cells.detail}>{shortId(id)}</span> },
    {
      key: 'customer',
      header: 'Customer',
      cell: ({ name, email, phone }) => <Lines lines={[name, email, phone]} />,
    },
    { key: 'model', header: 'Model', cell: ({ model }) => <Lines lines={[model]} canWrap /> },
    {
      key: 'time',
      header: 'Date and time',
      cell: ({ date, time }) => (
        <span className={cells.nowrap}>
          {formatDay(date)}, {time}
        </span>
      ),
    },
    { key: 'urgency', header: 'Urgency', isHideable: true, cell: ({ urgency }) => capital(urgency ?? '') },
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'actions',
      header: 'Actions',
      cell: (booking, list) => {
        const whose = `booking ${shortId(booking.id)} of ${booking.name}`;
        return (
          <span className={cells.actions}>
            <RowStatus kind="repair-booking" row={booking} list={list} name={whose} />
            {canMove(booking) ? (
              <Button
                look="ghost"
                size="small"
                aria-label={`Move ${whose}`}
                onClick={() => list.ask('move', booking)}
              >
                Move
              </Button>
            ) : null}
            <IconButton label={`Details of ${whose}`} onClick={() => list.open(booking)}>
              <Eye />
            </IconButton>
          </span>
        );
      },
    },
  ],
  card: (booking, list) => (
    <RowCard
      lines={[booking.name, booking.model, `${formatDay(booking.date)}, ${booking.time}`]}
      figure=""
      status={booking.status}
      onOpen={() => list.open(booking)}
    />
  ),
  Details,
  dialogs: { move: MoveDialog },
});
