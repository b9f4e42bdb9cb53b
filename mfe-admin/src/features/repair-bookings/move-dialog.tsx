import type { RepairBookingAnswer } from '@kinmel/contracts';
import { Button, Field, TextInput } from '@kinmel/ui';
import { type ProblemDetail, problemDetails } from '@kinmel/web-kit/forms';
import { useRef, useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { Segment, Segments } from '../../forms/segments.tsx';
import layout from '../../frame/layout.module.css';
import { Placeholder } from '../../frame/retry-alert.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { RequestDialog } from '../../requests/request-dialog.tsx';
import { statusFailures } from '../../requests/request-texts.ts';
import { noteBody, useRequestForm } from '../../requests/use-request-form.ts';
import { repairBookingsApi } from './repair-bookings-api.ts';
import { formatDay, readDay } from './schedule.rules.ts';
import { refreshSeats } from './schedule.tsx';

interface FreeSlot {
  readonly date: string;
  readonly time: string;
}

/** The nearest free half hours in a `slot-taken` refusal. */
function nearestOf(refused: readonly ProblemDetail[]): readonly FreeSlot[] {
  return refused.flatMap(({ path, message }) => {
    const [date, time] = path === 'nearest' ? message.split(' ') : [];
    return date && time ? [{ date, time }] : [];
  });
}

const slotText = ({ date, time }: FreeSlot) => `${formatDay(date)}, ${time}`;

/** Moves a booking to another half hour. The customer gets a mail. */
export function MoveDialog(props: RecordDialogProps<RepairBookingAnswer>) {
  const dateInput = useRef<HTMLInputElement>(null);
  const [move] = repairBookingsApi.useMoveRepairBookingMutation();
  const [nearest, setNearest] = useState<readonly FreeSlot[]>([]);
  const edit = useRequestForm({
    ...props,
    kind: 'repair-booking',
    what: 'move',
    fieldsOf: ({ date }: RepairBookingAnswer) => ({ date, time: '', adminNotes: '' }),
    check: ({ date, time }) => ({
      time: readDay(date) === undefined || time === '' ? 'Please choose a half hour.' : undefined,
    }),
    save: async ({ date, time, adminNotes }, { id, version }) => {
      const reply = await move({ id, date, time, version, ...noteBody(adminNotes) });
      const others = nearestOf(problemDetails(reply.error));
      setNearest(others);
      if (others.length === 0) return reply;
      edit.form.setError('time', { message: failureText(reply.error, statusFailures['repair-booking']) });
      void schedule.refetch();
      return {};
    },
    onSaved: () => refreshSeats(props.list),
    failedText: statusFailures['repair-booking'],
  });
  const { form, fields, current } = edit;
  const day = readDay(fields.date);
  const schedule = repairBookingsApi.useGetRepairScheduleQuery(
    { from: day ?? '', days: 1 },
    { skip: day === undefined, refetchOnMountOrArgChange: true },
  );
  const open = schedule.currentData?.days[0]?.slots.filter(({ isAhead }) => isAhead) ?? [];
  const { ref: registerDate, ...date } = form.register('date', { onChange: () => form.setValue('time', '') });

  const choose = (slot: FreeSlot) => {
    setNearest([]);
    form.clearErrors('time');
    edit.set({ date: slot.date, time: slot.time });
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
      edit={edit}
      initialFocus={dateInput}
      conflict={[
        {
          name: 'Time',
          now: slotText(current),
          own: day && fields.time ? slotText({ date: day, time: fields.time }) : '',
        },
      ]}
    >
      <Field label="Date">
        <TextInput
          {...date}
          ref={(input) => {
            registerDate(input);
            dateInput.current = input;
          }}
          type="date"
          required
        />
      </Field>
      <div>
        <Segments label="Half hour" error={edit.errorOf('time')} announceError>
          {day !== undefined && schedule.isFetching && open.length === 0 ? <Placeholder height={44} /> : null}
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
              <Segment
                key={slot.time}
                value={slot.time}
                input={{ ...form.register('time'), disabled: slot.free === 0 || isOwn }}
              >
                <span>{slot.time}</span>
                <span>{isOwn ? 'now' : slot.free === 0 ? 'full' : `${slot.free} free`}</span>
              </Segment>
            );
          })}
        </Segments>
        {nearest.length > 0 ? (
          <p className={layout.row}>
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
