import type { RepairBookingAnswer } from '@kinmel/contracts';
import { Alert, Button, Dialog, Field, Loading, Skeleton, TextArea, TextInput } from '@kinmel/ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ConflictNotice } from '../../requests/conflict-notice.tsx';
import { failureText, isVersionConflict, statusFailures } from '../../requests/failure-text.ts';
import { type FreeSlot, nearestOf } from '../../requests/request-answers.rules.ts';
import form from '../../requests/request-form.module.css';
import { customerReadsText, notesMaxLength } from '../../requests/status/note.rules.ts';
import type { PatchRow } from '../../requests/status/use-set-status.ts';
import { useFreshRequest } from '../../requests/use-fresh-request.ts';
import { repairBookingsApi } from './repair-bookings-api.ts';
import classes from './schedule.module.css';
import { formatDay, readDay } from './schedule.rules.ts';

interface MoveDialogProps {
  booking: RepairBookingAnswer;
  patch: PatchRow;
  onClose: () => void;
  onMoved: () => void;
}

const slotText = ({ date, time }: FreeSlot) => `${formatDay(date)}, ${time}`;
const missingTimeText = 'Please choose a half hour.';

/** Moves a booking to another half hour, which frees the one that it had; its customer gets a mail (SIL-39). */
export function MoveDialog({ booking, patch, onClose, onMoved }: MoveDialogProps) {
  const formId = useId();
  const dateInput = useRef<HTMLInputElement>(null);
  const { current, fresh, refresh } = useFreshRequest('repair-booking', booking);
  const [move, { isLoading }] = repairBookingsApi.useMoveRepairBookingMutation();
  const [date, setDate] = useState(booking.date);
  const [time, setTime] = useState('');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [nearest, setNearest] = useState<readonly FreeSlot[]>([]);
  const [failure, setFailure] = useState<string>();
  const day = readDay(date);
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

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (day === undefined || time === '') {
      setWrong(missingTimeText);
      return;
    }
    setFailure(undefined);
    setWrong(undefined);
    setNearest([]);
    const { data, error } = await move({
      id: current.id,
      date: day,
      time,
      version: current.version,
      ...(note.trim() === '' ? {} : { adminNotes: note.trim() }),
    });
    if (data) {
      patch(data.id, data);
      onMoved();
      return;
    }
    if (isVersionConflict(error)) {
      const now = await refresh();
      if (now) {
        patch(now.id, now);
        return;
      }
    }
    const text = failureText(error, statusFailures['repair-booking']);
    const others = nearestOf(error);
    if (others.length === 0) {
      setFailure(text);
      return;
    }
    setWrong(text);
    setNearest(others);
    void schedule.refetch();
  };

  const isDirty = note !== '' || time !== '' || date !== booking.date;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Move booking"
      initialFocus={dateInput}
      canDismiss={!isDirty && !isLoading}
      actions={
        <>
          <Button look="line" onClick={onClose} disabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isLoading} busyText="Moving...">
            Move booking
          </Button>
        </>
      }
    >
      <p>
        {current.model}, for {current.name}. Booked for <strong>{slotText(current)}</strong>
      </p>
      <form
        id={formId}
        className={form.form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {fresh ? (
          <ConflictNotice
            fields={[
              {
                name: 'Time',
                now: slotText(fresh),
                own: day && time ? slotText({ date: day, time }) : '',
              },
              { name: 'Admin notes', now: fresh.adminNotes ?? '', own: note },
            ]}
          />
        ) : null}
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
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
          <fieldset className={classes.choices} aria-describedby={wrong ? `${formId}-wrong` : undefined}>
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
            <p id={`${formId}-wrong`} className={classes.wrong} role="alert">
              {wrong}
            </p>
          ) : null}
          {nearest.length > 0 ? (
            <p className={classes.bar}>
              Nearest free:
              {nearest.map((slot) => (
                <Button
                  key={`${slot.date} ${slot.time}`}
                  look="line"
                  size="small"
                  onClick={() => choose(slot)}
                >
                  {slotText(slot)}
                </Button>
              ))}
            </p>
          ) : null}
        </div>
        <Field label="Admin notes" optional hint={customerReadsText}>
          <TextArea
            name="adminNotes"
            maxLength={notesMaxLength}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
