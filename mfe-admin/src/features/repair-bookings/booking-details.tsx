import type { RepairBookingAnswer } from '@kinmel/contracts';
import { Button, Dialog } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { FactGroup, Words } from '../../requests/details/fact-groups.tsx';
import { HistoryList } from '../../requests/details/history-list.tsx';
import { capital, formatMoment, shortId } from '../../requests/request-words.ts';
import classes from './schedule.module.css';
import { formatDay } from './schedule.rules.ts';

interface BookingDetailsProps {
  booking: RepairBookingAnswer;
  onClose: () => void;
  onStatus: () => void;
  onMove: () => void;
}

/** Everything of one repair booking (SIL-39). A cancelled one has no half hour to be moved from. */
export function BookingDetails({ booking, onClose, onStatus, onMove }: BookingDetailsProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Booking Details"
      size="wide"
      actions={
        <>
          {booking.status === 'cancelled' ? null : (
            <Button look="line" onClick={onMove}>
              Move booking
            </Button>
          )}
          <Button onClick={onStatus}>Update Status</Button>
        </>
      }
    >
      <p className={classes.head}>
        <span>
          {shortId(booking.id)}, booked {formatDate(booking.createdAt, 'short')}
        </span>
        <StatusBadge status={booking.status} />
      </p>
      <div className={classes.groups}>
        <FactGroup
          title="Customer"
          facts={[
            ['Name', booking.name],
            [
              'Email',
              <a key="email" href={`mailto:${booking.email}`}>
                {booking.email}
              </a>,
            ],
            [
              'Phone',
              <a key="phone" href={`tel:${booking.phone}`}>
                {booking.phone}
              </a>,
            ],
          ]}
        />
        <FactGroup
          title="Repair"
          facts={[
            ['Model', booking.model],
            ['Date', formatDay(booking.date)],
            ['Time', booking.time],
            ['Urgency', capital(booking.urgency ?? '')],
            ['Last updated', formatMoment(booking.updatedAt)],
          ]}
        />
        <Words title="Message">{booking.message || 'None given.'}</Words>
        <Words title="Admin notes">{booking.adminNotes || 'None yet.'}</Words>
        <Words title="History">
          <HistoryList record={booking.id} history={booking.history} />
        </Words>
      </div>
    </Dialog>
  );
}
