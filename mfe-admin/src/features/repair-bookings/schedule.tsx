import type { RepairBookingAnswer } from '@kinmel/contracts';
import { Button, ErrorState, Field, TextInput } from '@kinmel/ui';
import { serverNow, shopDayOf } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import layout from '../../frame/layout.module.css';
import { Placeholder } from '../../frame/retry-alert.tsx';
import type { ListState } from '../../lists/address/list-state.rules.ts';
import { useParameter } from '../../lists/address/use-parameter.ts';
import type { ShownList } from '../../lists/list-declaration.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { addDays } from '../../time/days.rules.ts';
import { repairBookingsApi } from './repair-bookings-api.ts';
import classes from './schedule.module.css';
import { daysToShow, formatDay, halfHoursOf, mondayOf, readDay, type ScheduleDay } from './schedule.rules.ts';

export const scheduleViews = ['week', 'day', 'list'] as const;

export const viewOf = ({ filters }: Pick<ListState, 'filters'>): string => filters['view'] ?? 'week';

/** A status change may free or occupy a seat. The schedule is sorted by time, so no booking moves. */
export function refreshSeats(list: Pick<ShownList<RepairBookingAnswer>, 'state' | 'refresh'>): void {
  if (viewOf(list.state) !== 'list') list.refresh();
}

/** The days of the view, from the date of the address or today. */
export function useSchedule(view: string) {
  const [date, setDay] = useParameter('date');
  const day = readDay(date) ?? shopDayOf(serverNow());
  const isWeek = view === 'week';
  const schedule = repairBookingsApi.useGetRepairScheduleQuery(
    isWeek ? { from: mondayOf(day), days: 7 } : { from: day, days: 1 },
    { skip: view === 'list', refetchOnMountOrArgChange: true },
  );
  return { day, isWeek, setDay, schedule };
}

interface ScheduleProps {
  list: ShownList<RepairBookingAnswer>;
  newRecords: ReactNode;
}

export function Schedule({ list, newRecords }: ScheduleProps) {
  const view = viewOf(list.state);
  const { day, isWeek, setDay, schedule } = useSchedule(view);
  const answer = schedule.currentData;
  const step = isWeek ? 7 : 1;
  return (
    <>
      <div className="row">
        <Button look="line" size="small" onClick={() => setDay(addDays(day, -step))}>
          {`Previous ${view}`}
        </Button>
        <Field label="Day" hideLabel>
          <TextInput
            type="date"
            value={day}
            onChange={({ target }) => {
              const chosen = readDay(target.value);
              if (chosen) setDay(chosen);
            }}
          />
        </Field>
        <Button look="line" size="small" onClick={() => setDay(addDays(day, step))}>
          {`Next ${view}`}
        </Button>
        <Button look="line" size="small" onClick={() => setDay(answer?.today ?? shopDayOf(serverNow()))}>
          Today
        </Button>
      </div>
      {newRecords}
      {answer ? (
        <div
          className={`stack gap-12 above-12 ${classes.days}`}
          data-view={view}
          aria-busy={schedule.isFetching || undefined}
        >
          {(isWeek ? daysToShow(answer.days) : answer.days).map(({ bookings, ...dayFields }) => (
            <DaySchedule
              key={dayFields.date}
              day={{
                ...dayFields,
                bookings: bookings.map((booking) => list.rowsById.get(booking.id) ?? booking),
              }}
              isToday={dayFields.date === answer.today}
              onOpen={list.open}
            />
          ))}
        </div>
      ) : schedule.error ? (
        <ErrorState
          text="The repair bookings could not be loaded."
          onRetry={list.refresh}
          busy={schedule.isFetching}
        />
      ) : (
        <Placeholder height={480} className={`stack gap-12 above-12 ${classes.days}`} />
      )}
    </>
  );
}

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

function DaySchedule({ day, isToday, onOpen }: DayScheduleProps) {
  const halfHours = halfHoursOf(day);
  const title = formatDay(day.date);
  return (
    <section aria-label={title} className={layout.box} data-today={isToday || undefined}>
      <h2 className="row type-card">
        <time dateTime={day.date}>{title}</time>
        {isToday ? <span className={classes.today}>Today</span> : null}
      </h2>
      {halfHours.length === 0 ? (
        <p className="type-hint anywhere">No repairs on this day.</p>
      ) : (
        <ol className="figures above-8 type-small">
          {halfHours.map(({ time, free, isAhead, bookings }) => (
            <li key={time} className={classes.slot} data-over={isAhead ? undefined : true}>
              <time className={classes.time}>{time}</time>
              <span className={classes.free}>{seatsText(free, isAhead)}</span>
              {bookings.length > 0 ? (
                <ul className="stack gap-4 wide">
                  {bookings.map((booking) => (
                    <li key={booking.id}>
                      <button
                        type="button"
                        className={`type-detail anywhere ${classes.booking}`}
                        data-status={booking.status}
                        onClick={() => onOpen(booking)}
                      >
                        <span className={classes.who}>{booking.name}</span>
                        <span>{booking.model}</span>
                        <span className="type-hint anywhere">{sentenceCase(booking.status)}</span>
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
