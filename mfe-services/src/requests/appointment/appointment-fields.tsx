import {
  Button,
  classNames,
  ErrorState,
  Field,
  type FieldProps,
  Loading,
  Skeleton,
  TextInput,
} from '@kinmel/ui';
import { useServerDay } from '@kinmel/web-kit';
import { type ComponentProps, useId, useRef } from 'react';
import { requestsApi } from '../requests-api.ts';
import {
  type AppointmentTime,
  dayText,
  localDay,
  noSlotTexts,
  type SlotsOfDay,
} from './appointment.rules.ts';
import classes from './appointment-fields.module.css';

/** Today in the browser's time zone by the server's clock; undefined before that is known. */
export const useToday = () => useServerDay(localDay);

interface SlotForm {
  fields: AppointmentTime;
  errorProps: (field: 'date' | 'time') => Pick<FieldProps, 'error' | 'announceError'>;
  inputProps: (field: 'date' | 'time') => ComponentProps<'input'>;
  change: (changes: Partial<AppointmentTime>) => void;
}

interface AppointmentFieldsProps {
  form: SlotForm;
  /** Suggested slots, when the chosen one is no longer free. */
  nearest: readonly AppointmentTime[];
}

/** Date and time of a repair in the shop's time zone: the date is typed, the time chosen from the day's slots. */
export function AppointmentFields({ form, nearest }: AppointmentFieldsProps) {
  const today = useToday();
  const box = useRef<HTMLDivElement>(null);
  const focus = (name: 'date' | 'time') =>
    box.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const { fields, change } = form;
  return (
    <div ref={box} className="fields">
      <div className="stack">
        <Field label="Date" {...form.errorProps('date')}>
          <TextInput {...form.inputProps('date')} type="date" required min={today} />
        </Field>
        <Field label="Time" {...form.errorProps('time')}>
          <TextInput {...form.inputProps('time')} type="time" required step={1800} />
        </Field>
        {nearest.length > 0 ? (
          <div>
            <p className={classes.label}>The nearest free times</p>
            <div className="buttons gap-8">
              {nearest.map((slot) => (
                <Button
                  key={`${slot.date} ${slot.time}`}
                  look="line"
                  size="medium"
                  onClick={() => {
                    change(slot);
                    // The buttons are removed.
                    focus('time');
                  }}
                >
                  {`${dayText(slot.date)}, ${slot.time}`}
                </Button>
              ))}
            </div>
          </div>
        ) : null}
      </div>
      <HalfHours
        date={fields.date}
        time={fields.time}
        onPick={(time) => change({ time })}
        onDay={(date) => {
          change({ date });
          // The button is removed.
          focus('date');
        }}
        onRetry={() => focus('date')}
      />
    </div>
  );
}

interface HalfHoursProps {
  date: string;
  time: string;
  onPick: (time: string) => void;
  onDay: (date: string) => void;
  onRetry: () => void;
}

/** The half hours of the day as buttons. Taken ones are disabled. */
function HalfHours({ date, time: chosen, onPick, onDay, onRetry }: HalfHoursProps) {
  const labelId = useId();
  const isDay = dayText(date) !== '';
  const request = requestsApi.useListSlotsQuery(date, { skip: !isDay, refetchOnMountOrArgChange: true });
  const { currentData: day, error } = request;
  return (
    <div>
      <p className={classes.label} id={labelId}>
        {isDay ? `Half hours on ${dayText(date)}` : 'Half hours'}
      </p>
      {!isDay ? (
        <p className={`type-hint ${classes.hint}`}>Choose a date to see its free half hours.</p>
      ) : day ? (
        <DayOfSlots day={day} labelId={labelId} chosen={chosen} onPick={onPick} onDay={onDay} />
      ) : error === undefined ? (
        <Loading text="Loading the half hours" className={`stack gap-8 ${classes.slots}`}>
          {Array.from({ length: 18 }, (_, index) => (
            <Skeleton key={index} height={44} />
          ))}
        </Loading>
      ) : (
        <ErrorState
          text="The free half hours could not be loaded. Please try again, or type a time."
          onRetry={() => {
            onRetry();
            void request.refetch();
          }}
          busy={request.isFetching}
        />
      )}
    </div>
  );
}

interface DayOfSlotsProps extends Pick<HalfHoursProps, 'onPick' | 'onDay'> {
  day: SlotsOfDay;
  labelId: string;
  chosen: string;
}

function DayOfSlots({ day, labelId, chosen, onPick, onDay }: DayOfSlotsProps) {
  return (
    <>
      {day.slots.length === 0 ? (
        <output className={`type-hint ${classes.hint}`}>{noSlotTexts[day.reason]}</output>
      ) : (
        <fieldset aria-labelledby={labelId} className={`stack gap-8 ${classes.slots}`}>
          {day.slots.map(({ time, free }) => (
            <button
              key={time}
              type="button"
              disabled={free === 0}
              aria-pressed={time === chosen}
              aria-label={free === 0 ? `${time}, taken` : undefined}
              className={classNames('type-value figures', classes.slot, time === chosen && classes.chosen)}
              onClick={() => onPick(time)}
            >
              {time}
            </button>
          ))}
        </fieldset>
      )}
      {day.nextDay ? (
        <div className="above-12">
          <Button look="line" size="medium" onClick={() => onDay(day.nextDay)}>
            {`Next free day: ${dayText(day.nextDay)}`}
          </Button>
        </div>
      ) : null}
      {day.timeZone ? (
        <p className={`type-hint ${classes.hint}`}>{`Times of the shop (${day.timeZone}).`}</p>
      ) : null}
    </>
  );
}
