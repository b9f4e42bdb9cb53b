import type { RepairBookingAnswer } from '@kinmel/contracts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import classes from './schedule.module.css';
import { formatDay, halfHoursOf, type ScheduleDay } from './schedule.rules.ts';

interface DayScheduleProps {
  day: ScheduleDay;
  isToday: boolean;
  onOpen: (booking: RepairBookingAnswer) => void;
}

const seatsText = (free: number | undefined, isAhead: boolean) => {
  if (free === undefined) return 'closed';
  if (!isAhead) return 'over';
  return free === 0 ? 'full' : `${free} free`;
};

/** The half hours of one day: who comes, and how many seats are free (SIL-39). */
export function DaySchedule({ day, isToday, onOpen }: DayScheduleProps) {
  const halfHours = halfHoursOf(day);
  const title = formatDay(day.date);
  return (
    <section aria-label={title} className={classes.day} data-today={isToday || undefined}>
      <h2 className={classes.date}>
        <time dateTime={day.date}>{title}</time>
        {isToday ? <span className={classes.today}>Today</span> : null}
      </h2>
      {halfHours.length === 0 ? (
        <p className={classes.closed}>No repairs on this day.</p>
      ) : (
        <ol className={classes.slots}>
          {halfHours.map(({ time, free, isAhead, bookings }) => (
            <li key={time} className={classes.slot} data-over={isAhead ? undefined : true}>
              <time className={classes.time}>{time}</time>
              <span className={classes.free}>{seatsText(free, isAhead)}</span>
              {bookings.length > 0 ? (
                <ul className={classes.bookings}>
                  {bookings.map((booking) => (
                    <li key={booking.id}>
                      <button
                        type="button"
                        className={classes.booking}
                        data-status={booking.status}
                        onClick={() => onOpen(booking)}
                      >
                        <span className={classes.who}>{booking.name}</span>
                        <span>{booking.model}</span>
                        <span className={classes.status}>{wordOf(booking.status)}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
