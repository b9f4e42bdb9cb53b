import type { RepairBookingAnswer } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { Lines, statusColumn } from '../../lists/cells.tsx';
import { statusFilter } from '../../lists/filters.tsx';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { column } from '../../lists/table/list-column.ts';
import { requestList } from '../../requests/request-list.tsx';
import { statusesOf } from '../../requests/request-texts.ts';
import { newRequestsAddress, useRequestPage } from '../../requests/requests-api.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { MoveDialog } from './move-dialog.tsx';
import { formatDay } from './schedule.rules.ts';
import { refreshSeats, Schedule, scheduleViews, useSchedule, viewOf } from './schedule.tsx';

/** A cancelled booking occupies no slot. */
const canMove = ({ status }: RepairBookingAnswer) => status !== 'cancelled';

/** Repair bookings by day and week, and as a searchable list. */
export default requestList<RepairBookingAnswer>({
  kind: 'repair-booking',
  name: 'repair-bookings',
  title: 'Repair bookings',
  noun: 'booking',
  customerOf: (booking) => booking,
  subjectOf: ({ model, date, time, name }) => `${model} on ${formatDay(date)} at ${time}, for ${name}`,
  onStatusSaved: refreshSeats,
  titleActions: ({ state, change }) => (
    <div className="row">
      {scheduleViews.map((view) => (
        <Button
          key={view}
          look={view === viewOf(state) ? 'solid' : 'line'}
          size="small"
          aria-pressed={view === viewOf(state)}
          onClick={() => change({ filters: { view } })}
        >
          {sentenceCase(view)}
        </Button>
      ))}
    </div>
  ),
  search: { label: 'Search repair bookings', placeholder: 'Search by name, email, phone or model' },
  filters: { view: { values: scheduleViews }, status: statusFilter(statusesOf('repair-booking')) },
  useRows: (state) => {
    const view = viewOf(state);
    const list = useRequestPage<RepairBookingAnswer>('repair-booking', state, view !== 'list');
    const { schedule } = useSchedule(view);
    if (view === 'list') return list;
    const rows = schedule.currentData?.days.flatMap(({ bookings }) => bookings);
    const data = rows && { rows };
    return { ...schedule, data, currentData: data };
  },
  newRecords: {
    address: newRequestsAddress,
    params: (state) => ({
      kind: 'repair-booking',
      status: viewOf(state) === 'list' ? state.filters['status'] : 'all',
      search: viewOf(state) === 'list' ? state.search : '',
    }),
    isNewestShown: (state) => viewOf(state) === 'list' && state.page === 1,
  },
  renderInstead: (list, newRecords) =>
    viewOf(list.state) === 'list' ? null : <Schedule list={list} newRecords={newRecords} />,
  failed: 'The repair bookings could not be loaded.',
  empty: 'No repair bookings found',
  columns: [
    column('customer', 'Customer', ({ name, email, phone }) => <Lines lines={[name, email, phone]} />),
    column('model', 'Model', ({ model }) => <Lines lines={[model]} canWrap />),
    column('time', 'Date and time', ({ date, time }) => (
      <span className="nowrap">{`${formatDay(date)}, ${time}`}</span>
    )),
    column('urgency', 'Urgency', ({ urgency }) => sentenceCase(urgency ?? ''), { isHideable: true }),
    statusColumn,
  ],
  card: ({ name, model, date, time }) => ({
    lines: [name, model, `${formatDay(date)}, ${time}`],
  }),
  steps: [
    { dialog: 'move', text: 'Move booking', rowText: 'Move', look: 'line', canTake: canMove },
    { dialog: 'status', text: 'Update Status' },
  ],
  details: ({ model, date, time, urgency, updatedAt, message }) => ({
    title: 'Booking Details',
    verb: 'booked',
    groups: {
      Repair: [
        ['Model', model],
        ['Date', formatDay(date)],
        ['Time', time],
        ['Urgency', sentenceCase(urgency ?? '')],
        ['Last updated', formatMoment(updatedAt)],
      ],
    },
    texts: { Message: message },
  }),
  dialogs: { move: MoveDialog },
});
