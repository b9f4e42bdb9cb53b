import type { RepairBookingAnswer } from '@kinmel/contracts';
import { Button, Field, Loading, Skeleton, TextInput } from '@kinmel/ui';
import { problemDetails } from '@kinmel/web-kit/forms';
import { useId, useRef, useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { useDialogDraft, useKeepDraft } from '../../forms/dialog-draft.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { type FreeSlot, nearestOf } from '../../requests/request-answers.rules.ts';
import { RequestDialog } from '../../requests/request-dialog.tsx';
import { statusFailures } from '../../requests/request-words.ts';
import { useSaveRequest } from '../../requests/use-save-request.ts';
import { repairBookingsApi } from './repair-bookings-api.ts';
import classes from './schedule.module.css';
import { formatDay, readDay } from './schedule.rules.ts';
import { refreshSeats } from './schedule.tsx';

const slotText = ({ date, time }: FreeSlot) => `${formatDay(date)}, ${time}`;
const missingTimeText = 'Please choose a half hour.';

/** Moves a booking to another half hour, which frees the one that it had; its customer gets a mail (SIL-39). */
export function MoveDialog({ row: booking, list, onClose }: RecordDialogProps<RepairBookingAnswer>) {
  const wrongId = useId();
  const dateInput = useRef<HTMLInputElement>(null);
  const draft = useDialogDraft({
    kind: 'repair-booking',
    what: 'move',
    id: booking.id,
    version: booking.version,
  });
  const { current, fresh, save } = useSaveRequest('repair-booking', booking, list, draft.isOvertaken);
  const [move, { isLoading }] = repairBookingsApi.useMoveRepairBookingMutation();
  const [date, setDate] = useState(draft.fields?.['date'] ?? booking.date);
  const [time, setTime] = useState(draft.fields?.['time'] ?? '');
  const [note, setNote] = useState(draft.fields?.['note'] ?? '');
  const [wrong, setWrong] = useState<string>();
  const [nearest, setNearest] = useState<readonly FreeSlot[]>([]);
  const [failure, setFailure] = useState<string>();
  const day = readDay(date);
  const isDirty = note !== '' || time !== '' || date !== booking.date;
  useKeepDraft(draft, { date, time, note }, isDirty);
  const schedule = repairBookingsApi.useGetRepairScheduleQuery(
    { from: day ?? '', days: 1 },
    { skip: day === undefined, refetchOnMountOrArgChange: true },
  );
  const open = schedule.currentData?.days[0]?.slots.filter(({ isAhead }) => isAhead) ?? [];

  const choose = (slot: FreeSlot) => {
    setDate(slot.date);
    setTime(slot.time);
    setWrong(undefined);
    setNearest([]);
  };

  const submit = async () => {
    if (day === undefined || time === '') {
      setWrong(missingTimeText);
      return;
    }
    setFailure(undefined);
    setWrong(undefined);
    setNearest([]);
    const { data, error } = await save(({ id, version }) =>
      move({
        id,
        date: day,
        time,
        version,
        ...(note.trim() === '' ? {} : { adminNotes: note.trim() }),
      }),
    );
    if (data) {
      draft.forget();
      onClose();
      refreshSeats(list);
    }
    if (error === undefined) return;
    const text = failureText(error, statusFailures['repair-booking']);
    const others = nearestOf(problemDetails(error));
    if (others.length === 0) {
      setFailure(text);
      return;
    }
    setWrong(text);
    setNearest(others);
    void schedule.refetch();
  };

  return (
    <RequestDialog
      title="Move booking"
      submitText="Move booking"
      busyText="Moving..."
      about={
        <>
          {current.model}, for {current.name}. Booked for <strong>{slotText(current)}</strong>
        </>
      }
      conflict={
        fresh && [
          { name: 'Time', now: slotText(fresh), own: day && time ? slotText({ date: day, time }) : '' },
          { name: 'Admin notes', now: fresh.adminNotes ?? '', own: note },
        ]
      }
      failure={failure}
      isDirty={isDirty}
      isSaving={isLoading}
      initialFocus={dateInput}
      note={note}
      onNote={setNote}
      onSubmit={submit}
      onClose={() => {
        draft.forget();
        onClose();
      }}
    >
      <Field label="Date">
        <TextInput
          ref={dateInput}
          type="date"
          name="date"
          required
          value={date}
          onChange={(event) => {
            setDate(event.target.value);
            setTime('');
            setWrong(undefined);
          }}
        />
      </Field>
      <div>
        <fieldset className={classes.choices} aria-describedby={wrong ? wrongId : undefined}>
          <legend className={classes.legend}>Half hour</legend>
          {day !== undefined && schedule.isFetching && open.length === 0 ? (
            <Loading>
              <Skeleton width={320} height={44} />
            </Loading>
          ) : null}
          {day !== undefined && schedule.currentData && open.length === 0 ? (
            <p>No repairs can be booked on this day.</p>
          ) : null}
          {schedule.error && !schedule.currentData ? (
            <p>
              The half hours could not be loaded.{' '}
              <Button look="line" size="small" onClick={() => void schedule.refetch()}>
                Retry
              </Button>
            </p>
          ) : null}
          {open.map((slot) => {
            const isOwn = day === current.date && slot.time === current.time;
            return (
              <label key={slot.time} className={classes.choice}>
                <input
                  type="radio"
                  name="time"
                  value={slot.time}
                  checked={time === slot.time}
                  disabled={slot.free === 0 || isOwn}
                  onChange={() => {
                    setTime(slot.time);
                    setWrong(undefined);
                  }}
                />
                <span>{slot.time}</span>
                <span>{isOwn ? 'now' : slot.free === 0 ? 'full' : `${slot.free} free`}</span>
              </label>
            );
          })}
        </fieldset>
        {wrong ? (
          <p id={wrongId} className={classes.wrong} role="alert">
            {wrong}
          </p>
        ) : null}
        {nearest.length > 0 ? (
          <p className={classes.bar}>
            Nearest free:
            {nearest.map((slot) => (
              <Button key={`${slot.date} ${slot.time}`} look="line" size="small" onClick={() => choose(slot)}>
                {slotText(slot)}
              </Button>
            ))}
          </p>
        ) : null}
      </div>
    </RequestDialog>
  );
}
