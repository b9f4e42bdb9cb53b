import { Alert, Button } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { type FieldErrors, fieldErrorsOf, problemDetails } from '@kinmel/web-kit/forms';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AppointmentFields } from '../../requests/appointment/appointment-fields.tsx';
import { localDay, nearestOf, type Slot } from '../../requests/appointment/slot.rules.ts';
import { useRescheduleRepairMutation } from './tracking-api.ts';
import classes from './tracking-page.module.css';

const fieldNames = ['date', 'time'] as const;
type SlotErrors = FieldErrors<(typeof fieldNames)[number]>;

function errorsOf({ date, time }: Slot, before: Slot): SlotErrors {
  if (date === '') return { date: 'Please choose a date' };
  if (date < localDay(new Date())) return { date: 'The date cannot be before today' };
  if (time === '') return { time: 'Please choose a time' };
  return date === before.date && time === before.time
    ? { time: 'This is the time of your booking already' }
    : {};
}

interface RescheduleFormProps {
  token: string;
  /** When the repair is now. */
  before: Slot;
  onMoved: () => void;
  onKept: () => void;
}

/** Another half hour for a repair (SIL-49). A taken one is told at its field, with the nearest free ones. */
export function RescheduleForm({ token, before, onMoved, onKept }: RescheduleFormProps) {
  const [reschedule, { isLoading }] = useRescheduleRepairMutation();
  const [{ date, time }, setSlot] = useState<Slot>({ date: before.date, time: before.time });
  const [errors, setErrors] = useState<SlotErrors>({});
  const [nearest, setNearest] = useState<readonly Slot[]>([]);
  const [failure, setFailure] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const firstWrong = fieldNames.find((name) => errors[name] !== undefined);

  const focusField = (name: string) => {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  useEffect(() => focusField('date'), []);
  useEffect(() => {
    if (firstWrong) focusField(firstWrong);
  }, [firstWrong]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setFailure('');
    setNearest([]);
    const wrong = errorsOf({ date, time }, before);
    setErrors(wrong);
    if (wrong.date ?? wrong.time) return;
    const { error } = await reschedule({ token, date, time });
    if (!error) return onMoved();
    const { kind, message } = apiProblem(error);
    const words =
      kind === 'answer' && message ? message : 'Your booking could not be moved. Please try again.';
    const refused = fieldErrorsOf(error, fieldNames);
    setNearest(nearestOf(problemDetails(error)));
    setErrors(refused);
    if (!refused.date && !refused.time) setFailure(words);
  };

  return (
    <form
      ref={form}
      noValidate
      className={classes.reschedule}
      aria-label="Another time"
      onSubmit={(event) => void save(event)}
    >
      <AppointmentFields
        date={date}
        time={time}
        errorProps={(field) => ({ error: errors[field], announceError: field === firstWrong })}
        nearest={nearest}
        onChange={(changes) => {
          setSlot((slot) => ({ ...slot, ...changes }));
          setErrors({});
          setNearest([]);
        }}
      />
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <div className={classes.ways}>
        <Button type="submit" look="buy" busy={isLoading} busyText="Moving...">
          Move booking
        </Button>
        <Button look="line" onClick={onKept}>
          Keep the time
        </Button>
      </div>
    </form>
  );
}
