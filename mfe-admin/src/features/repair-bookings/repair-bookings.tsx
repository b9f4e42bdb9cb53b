import type { RepairBookingAnswer } from '@kinmel/contracts';
import { Alert, Button, ErrorState, Field, Loading, Skeleton, TextInput } from '@kinmel/ui';
import { toast, useAppDispatch } from '@kinmel/web-kit';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { failureText, isVersionConflict } from '../../failure-text.ts';
import { useLeftDialog } from '../../forms/dialog-draft.ts';
import { ContentTitle } from '../../frame/content-title.tsx';
import { useListState } from '../../lists/address/use-list-state.ts';
import { NewRecords } from '../../lists/records/new-records.tsx';
import { useNewRecords } from '../../lists/records/use-new-records.ts';
import { needsNote } from '../../lists/status/note.rules.ts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { statusFailures } from '../../requests/request-words.ts';
import { newRequestsAddress } from '../../requests/requests-api.ts';
import { StatusDialog } from '../../requests/status/status-dialog.tsx';
import { type PatchRow, useSetStatus } from '../../requests/status/use-set-status.ts';
import { patchOpenRequest, useOpenRequest } from '../../requests/use-open-request.ts';
import { bookingsSpec, scheduleViews } from './booking-columns.tsx';
import { BookingDetails } from './booking-details.tsx';
import { BookingList } from './booking-list.tsx';
import { DaySchedule } from './day-schedule.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { repairBookingsApi } from './repair-bookings-api.ts';
import classes from './schedule.module.css';
import { addDays, daysToShow, formatDay, mondayOf, readDay, todayHere } from './schedule.rules.ts';

const subjectOf = ({ model, date, time, name }: RepairBookingAnswer) =>
  `${model} on ${formatDay(date)} at ${time}, for ${name}`;

/** The day that the address names; today without one. */
function useDay(): readonly [day: string, setDay: (day: string) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const address = new URLSearchParams(search);
  const setDay = (day: string) => {
    address.set('date', day);
    void navigate(`${pathname}?${address.toString()}`, { preventScrollReset: true });
  };
  return [readDay(address.get('date')) ?? todayHere(), setDay];
}

/** Bookings of repairs by day and week, and as a list to search (SIL-39). */
export default function RepairBookings() {
  const dispatch = useAppDispatch();
  const list = useListState(bookingsSpec, 'repair-bookings');
  const { state, change } = list;
  const view = state.filters['view'] ?? 'week';
  const [day, setDay] = useDay();
  const isWeek = view === 'week';
  const scheduleOf = isWeek ? { from: mondayOf(day), days: 7 } : { from: day, days: 1 };
  const schedule = repairBookingsApi.useGetRepairScheduleQuery(scheduleOf, {
    skip: view === 'list',
    refetchOnMountOrArgChange: true,
  });
  const shown = schedule.currentData;
  const { count: newCount, restart } = useNewRecords({
    address: newRequestsAddress,
    params: { kind: 'repair-booking', status: 'all', search: '' },
    isLoaded: shown !== undefined,
    newest: undefined,
  });
  const onSchedule = shown?.days.flatMap(({ bookings }) => bookings) ?? [];
  const { request: opened, problem } = useOpenRequest(
    'repair-booking',
    state.record,
    view === 'list' ? [] : schedule.isLoading ? undefined : onSchedule,
  );
  const [chosen, setAsked] = useState<{
    what: 'status' | 'move';
    booking: RepairBookingAnswer;
    wanted?: string;
  }>();
  const left = useLeftDialog('repair-booking');
  const { request: leftBooking } = useOpenRequest<RepairBookingAnswer>('repair-booking', left.id, []);
  const asked =
    chosen ??
    (leftBooking
      ? { what: left.what === 'move' ? ('move' as const) : ('status' as const), booking: leftBooking }
      : undefined);
  const [listQuery, setListQuery] = useState({ page: 1, status: 'all', search: '' });

  const patch: PatchRow = (id, changes) => {
    // A change of a booking of this page is one of a repair booking.
    const changed = (booking: RepairBookingAnswer) =>
      booking.id === id ? ({ ...booking, ...changes } as RepairBookingAnswer) : booking;
    dispatch(
      repairBookingsApi.util.updateQueryData('getRepairSchedule', scheduleOf, (before) => ({
        ...before,
        days: before.days.map((one) => ({ ...one, bookings: one.bookings.map(changed) })),
      })),
    );
    dispatch(
      repairBookingsApi.util.updateQueryData('listRepairBookings', listQuery, (before) => ({
        ...before,
        rows: before.rows.map(changed),
      })),
    );
    patchOpenRequest(dispatch, 'repair-booking', id, changes);
  };
  const { setStatus } = useSetStatus('repair-booking', patch);
  /** Seats come and go with a status; the schedule keeps its order by time. */
  const refreshSeats = () => {
    if (view !== 'list') void schedule.refetch();
  };

  const onStatus = async (booking: RepairBookingAnswer, wanted: string) => {
    if (wanted === booking.status) return;
    if (needsNote(booking, wanted)) {
      setAsked({ what: 'status', booking, wanted });
      return;
    }
    const { error } = await setStatus(booking, { status: wanted, note: '' });
    if (error) toast.error(failureText(error, statusFailures['repair-booking']));
    if (!error || isVersionConflict(error)) refreshSeats();
  };
  const onOpen = ({ id }: RepairBookingAnswer) => change({ record: id });
  const closeAsked = () => {
    left.done();
    setAsked(undefined);
  };

  return (
    <>
      <ContentTitle
        actions={
          <div className={classes.views}>
            {scheduleViews.map((one) => (
              <Button
                key={one}
                look={one === view ? 'solid' : 'line'}
                size="small"
                aria-pressed={one === view}
                onClick={() => change({ filters: { view: one } })}
              >
                {wordOf(one)}
              </Button>
            ))}
          </div>
        }
      >
        Repair bookings
      </ContentTitle>
      {problem ? (
        <Alert tone="bad" className={classes.alert} onClose={() => change({ record: undefined })}>
          {problem}
        </Alert>
      ) : null}
      {view === 'list' ? (
        <BookingList
          list={list}
          onQuery={setListQuery}
          onView={onOpen}
          onMove={(booking) => setAsked({ what: 'move', booking })}
          onStatus={(booking, wanted) => void onStatus(booking, wanted)}
        />
      ) : (
        <>
          <div className={classes.bar}>
            <Button look="line" size="small" onClick={() => setDay(addDays(day, isWeek ? -7 : -1))}>
              Previous {view}
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
            <Button look="line" size="small" onClick={() => setDay(addDays(day, isWeek ? 7 : 1))}>
              Next {view}
            </Button>
            <Button look="line" size="small" onClick={() => setDay(shown?.today ?? todayHere())}>
              Today
            </Button>
          </div>
          <NewRecords
            count={newCount}
            onShow={() => {
              void schedule.refetch();
              restart();
            }}
          />
          {shown ? (
            <div className={classes.days} data-view={view} aria-busy={schedule.isFetching || undefined}>
              {(isWeek ? daysToShow(shown.days) : shown.days).map((one) => (
                <DaySchedule key={one.date} day={one} isToday={one.date === shown.today} onOpen={onOpen} />
              ))}
            </div>
          ) : schedule.error ? (
            <ErrorState
              text="The repair bookings could not be loaded."
              onRetry={() => void schedule.refetch()}
              busy={schedule.isFetching}
            />
          ) : (
            <Loading className={classes.days}>
              <Skeleton width="100%" height={480} />
            </Loading>
          )}
        </>
      )}
      {opened && !asked ? (
        <BookingDetails
          booking={opened}
          onClose={() => change({ record: undefined })}
          onStatus={() => setAsked({ what: 'status', booking: opened })}
          onMove={() => setAsked({ what: 'move', booking: opened })}
        />
      ) : null}
      {asked?.what === 'status' ? (
        <StatusDialog
          kind="repair-booking"
          request={asked.booking}
          subject={subjectOf(asked.booking)}
          wanted={chosen?.wanted}
          patch={patch}
          onClose={closeAsked}
          onSaved={refreshSeats}
        />
      ) : null}
      {asked?.what === 'move' ? (
        <MoveDialog
          booking={asked.booking}
          patch={patch}
          onClose={closeAsked}
          onMoved={() => {
            closeAsked();
            refreshSeats();
          }}
        />
      ) : null}
    </>
  );
}
