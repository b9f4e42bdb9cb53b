import type { RepairBookingAnswer } from '@kinmel/contracts';
import { Button, IconButton } from '@kinmel/ui';
import Eye from 'lucide-react/icons/eye';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { StatusSelect } from '../../lists/status/status-select.tsx';
import { CutText } from '../../lists/table/cut-text.tsx';
import type { ListColumn } from '../../lists/table/list-column.ts';
import { capital, shortId, statusesOf } from '../../requests/request-words.ts';
import classes from './schedule.module.css';
import { formatDay } from './schedule.rules.ts';

interface RowHandlers {
  readonly onView: (booking: RepairBookingAnswer) => void;
  readonly onMove: (booking: RepairBookingAnswer) => void;
  readonly onStatus: (booking: RepairBookingAnswer, status: string) => void;
}

const hideableColumns = ['urgency'] as const;

export const scheduleViews = ['week', 'day', 'list'] as const;
/** What the page of repair bookings can be asked for by its address. */
export const bookingsSpec = {
  filters: { view: scheduleViews, status: ['all', ...statusesOf['repair-booking']] },
  hideable: hideableColumns,
};

export const bookingColumns = ({
  onView,
  onMove,
  onStatus,
}: RowHandlers): ListColumn<RepairBookingAnswer>[] => [
  { key: 'id', header: 'ID', cell: ({ id }) => <span className={classes.detail}>{shortId(id)}</span> },
  {
    key: 'customer',
    header: 'Customer',
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
    header: 'Model',
    cell: ({ model }) => (
      <CutText lines={2} className={classes.name}>
        {model}
      </CutText>
    ),
  },
  {
    key: 'time',
    header: 'Date and time',
    cell: ({ date, time }) => (
      <span className={classes.nowrap}>
        {formatDay(date)}, {time}
      </span>
    ),
  },
  {
    key: 'urgency',
    header: 'Urgency',
    isHideable: true,
    cell: ({ urgency }) => capital(urgency ?? ''),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'actions',
    header: 'Actions',
    cell: (booking) => {
      const whose = `booking ${shortId(booking.id)} of ${booking.name}`;
      return (
        <span className={classes.actions}>
          <StatusSelect
            label={`Status of ${whose}`}
            value={booking.status as string}
            options={statusesOf['repair-booking']}
            onChange={(status) => onStatus(booking, status)}
          />
          {booking.status === 'cancelled' ? null : (
            <Button look="ghost" size="small" aria-label={`Move ${whose}`} onClick={() => onMove(booking)}>
              Move
            </Button>
          )}
          <IconButton label={`Details of ${whose}`} onClick={() => onView(booking)}>
            <Eye />
          </IconButton>
        </span>
      );
    },
  },
];
