import type { RepairBookingAnswer } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { type ProblemDetail, problemDetails } from '@kinmel/web-kit/forms';
import { useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { Segment, Segments } from '../../forms/segments.tsx';
import { StepDialog } from '../../forms/step-dialog.tsx';
import type { RecordForm } from '../../forms/use-record-form.ts';
import { Placeholder } from '../../frame/retry-alert.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { noteBody, noteInputs } from '../../lists/status/note-inputs.tsx';
import { noteConflict, useRequestStep } from '../../requests/request-step.tsx';
import { statusFailures } from '../../requests/request-texts.ts';
import { repairBookingsApi } from './repair-bookings-api.ts';
import { formatDay, readDay } from './schedule.rules.ts';
import { refreshSeats } from './schedule.tsx';

interface FreeSlot {
  readonly date: string;
  readonly time: string;
}

/** The nearest free half hours, from the details of a `slot-taken` error. */
function nearestSlots(details: readonly ProblemDetail[]): readonly FreeSlot[] {
  return details.flatMap(({ path, message }) => {
    const [date, time] = path === 'nearest' ? message.split(' ') : [];
    return date && time ? [{ date, time }] : [];
  });
}

const slotText = ({ date, time }: FreeSlot) => `${formatDay(date)}, ${time}`;

type MoveFields = Record<'date' | 'time' | 'adminNotes', string>;

interface HalfHoursProps {
  booking: RepairBookingAnswer;
  recordForm: RecordForm<RepairBookingAnswer, MoveFields>;
  /** Alternatives to a half hour that is no longer free. */
  nearest: readonly FreeSlot[];
  onChoose: () => void;
}

/** The half hours of the chosen day. */
function HalfHours({ booking, recordForm, nearest, onChoose }: HalfHoursProps) {
  const { fields, form } = recordForm;
  const day = readDay(fields.date);
  const schedule = repairBookingsApi.useGetRepairScheduleQuery(
    { from: day ?? '', days: 1 },
    { skip: day === undefined, refetchOnMountOrArgChange: true },
  );
  const openSlots = schedule.currentData?.days[0]?.slots.filter(({ isAhead }) => isAhead) ?? [];
  const choose = ({ date, time }: FreeSlot) => {
    onChoose();
    form.clearErrors('time');
    recordForm.set({ date, time });
  };
  return (
    <div>
      <Segments label="Half hour" error={recordForm.errorOf('time')} announceError>
        {day !== undefined && schedule.isFetching && openSlots.length === 0 ? (
          <Placeholder height={44} />
        ) : null}
        {day !== undefined && schedule.currentData && openSlots.length === 0 ? (
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
        {openSlots.map((slot) => {
          const isCurrentSlot = day === booking.date && slot.time === booking.time;
          return (
            <Segment
              key={slot.time}
              value={slot.time}
              input={{ ...form.register('time'), disabled: slot.free === 0 || isCurrentSlot }}
            >
              <span>{slot.time}</span>
              <span>{isCurrentSlot ? 'now' : slot.free === 0 ? 'full' : `${slot.free} free`}</span>
            </Segment>
          );
        })}
      </Segments>
      {nearest.length > 0 ? (
        <p className="row">
          <span>Nearest free:</span>
          {nearest.map((slot) => (
            <Button key={`${slot.date} ${slot.time}`} look="line" size="small" onClick={() => choose(slot)}>
              {slotText(slot)}
            </Button>
          ))}
        </p>
      ) : null}
    </div>
  );
}

/** Moves a booking to another half hour. The customer gets a mail. */
export function MoveDialog(props: RecordDialogProps<RepairBookingAnswer>) {
  const { row, list } = props;
  const [move] = repairBookingsApi.useMoveRepairBookingMutation();
  const [reloadDay] = repairBookingsApi.useLazyGetRepairScheduleQuery();
  const [nearest, setNearest] = useState<readonly FreeSlot[]>([]);
  return (
    <StepDialog<RepairBookingAnswer, MoveFields>
      {...useRequestStep('repair-booking', props)}
      what="move"
      title="Move booking"
      busyText="Moving..."
      fieldsOf={({ date } = row) => ({ date, time: '', adminNotes: '' })}
      check={({ date, time }) => ({
        time: readDay(date) === undefined || time === '' ? 'Please choose a half hour.' : undefined,
      })}
      save={async ({ date, time, adminNotes }, { id, version } = row) => {
        const reply = await move({ id, date, time, version, ...noteBody(adminNotes) });
        const freeSlots = nearestSlots(problemDetails(reply.error));
        setNearest(freeSlots);
        if (freeSlots.length === 0) return reply;
        void reloadDay({ from: date, days: 1 });
        return { fieldErrors: { time: failureText(reply.error, statusFailures['repair-booking']) } };
      }}
      onSaved={() => refreshSeats(list)}
      about={(_, current = row) => (
        <p>
          <span>{`${current.model}, for ${current.name}. Booked for`}</span>{' '}
          <strong>{slotText(current)}</strong>
        </p>
      )}
      conflict={(fresh, { date, time, adminNotes }) => [
        { name: 'Time', stored: slotText(fresh), entered: date && time ? slotText({ date, time }) : '' },
        noteConflict(fresh, { adminNotes }),
      ]}
      inputs={(_, booking = row) => [
        { name: 'date', label: 'Date', type: 'date', clears: 'time' },
        (recordForm) => (
          <HalfHours
            key="time"
            booking={booking}
            recordForm={recordForm}
            nearest={nearest}
            onChoose={() => setNearest([])}
          />
        ),
        ...noteInputs(false),
      ]}
    />
  );
}
