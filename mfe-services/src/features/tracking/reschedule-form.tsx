import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { fieldErrorsOf, problemDetails } from '@kinmel/web-kit/forms';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type AppointmentTime, nearestOf } from '../../requests/appointment/appointment.rules.ts';
import { AppointmentFields } from '../../requests/appointment/appointment-fields.tsx';
import { slotFields } from '../../requests/appointment/future-date.ts';
import { requestsApi } from '../../requests/requests-api.ts';
import classes from './tracking-page.module.css';

const schemaOf = (currentTime: AppointmentTime) =>
  z.object(slotFields).check(
    z.refine(({ date, time }) => date !== currentTime.date || time !== currentTime.time, {
      error: 'This is the time of your booking already',
      path: ['time'],
    }),
  );

interface RescheduleFormProps {
  token: string;
  /** The current appointment. */
  currentTime: AppointmentTime;
  onMoved: () => void;
  onCancel: () => void;
}

/** Moves a repair to another slot. */
export function RescheduleForm({ token, currentTime, onMoved, onCancel }: RescheduleFormProps) {
  const [reschedule, { isLoading }] = requestsApi.useRescheduleRepairMutation();
  const [nearest, setNearest] = useState<readonly AppointmentTime[]>([]);
  const [failure, setFailure] = useState('');
  const defaultValues = { date: currentTime.date, time: currentTime.time };
  const { control, register, handleSubmit, setValue, setError, setFocus, clearErrors, formState } = useForm({
    defaultValues,
    resolver: zodResolver(schemaOf(currentTime)),
  });
  const fields = { ...defaultValues, ...useWatch({ control }) };
  const { errors } = formState;
  useEffect(() => setFocus('date'), [setFocus]);

  const save = async (slot: AppointmentTime) => {
    if (isLoading) return;
    setFailure('');
    setNearest([]);
    const { error } = await reschedule({ token, ...slot });
    if (!error) return onMoved();
    setNearest(nearestOf(problemDetails(error)));
    const fieldErrors = fieldErrorsOf(error, ['date', 'time']);
    for (const name of ['time', 'date'] as const)
      if (fieldErrors[name]) setError(name, { message: fieldErrors[name] }, { shouldFocus: true });
    const { kind, message } = apiProblem(error);
    const failureText =
      kind === 'answer' && message ? message : 'Your booking could not be moved. Please try again.';
    if (!fieldErrors.date && !fieldErrors.time) setFailure(failureText);
  };

  return (
    <form
      noValidate
      className={`stack ${classes.reschedule}`}
      aria-label="Another time"
      onSubmit={(event) => void handleSubmit(save)(event)}
    >
      <AppointmentFields
        form={{
          fields,
          errorProps: (field) => ({
            error: errors[field]?.message,
            announceError: field === 'date' || !errors.date,
          }),
          inputProps: register,
          change: (changes) => {
            for (const [name, value] of Object.entries(changes))
              setValue(name as keyof AppointmentTime, value);
            clearErrors();
            setNearest([]);
          },
        }}
        nearest={nearest}
      />
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <div className="buttons">
        <Button type="submit" look="buy" busy={isLoading} busyText="Moving...">
          Move booking
        </Button>
        <Button look="line" onClick={onCancel}>
          Keep the time
        </Button>
      </div>
    </form>
  );
}
