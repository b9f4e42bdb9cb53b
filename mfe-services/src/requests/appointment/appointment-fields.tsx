import { Button, classNames, ErrorState, Field, Loading, Skeleton, TextInput } from '@kinmel/ui';
import { useId, useRef } from 'react';
import classes from './appointment-fields.module.css';
import { dateForm, dayText, type Slot } from './slot.rules.ts';
import { useListSlotsQuery } from './slots-api.ts';
import { useToday } from './use-today.ts';

interface FieldError {
  error: string | undefined;
  announceError: boolean;
}

interface AppointmentFieldsProps {
  date: string;
  time: string;
  errorProps: (field: 'date' | 'time') => FieldError;
  /** Free half hours in the place of one that was taken meanwhile. */
  nearest: readonly Slot[];
  onChange: (changes: Partial<Slot>) => void;
}

/** Day and time of a repair: typed, or chosen of the day's half hours (SIL-40). All of it is the shop's time, wherever the browser is. */
export function AppointmentFields({ date, time, errorProps, nearest, onChange }: AppointmentFieldsProps) {
  const today = useToday();
  const dateBox = useRef<HTMLInputElement>(null);
  const timeBox = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.fields}>
      <div className={classes.typed}>
        <Field label="Date" {...errorProps('date')}>
          <TextInput
            ref={dateBox}
            type="date"
            name="date"
            required
            min={today}
            value={date}
            onChange={({ currentTarget: { value } }) => onChange({ date: value })}
          />
        </Field>
        <Field label="Time" {...errorProps('time')}>
          <TextInput
            ref={timeBox}
            type="time"
            name="time"
            required
            step={1800}
            value={time}
            onChange={({ currentTarget: { value } }) => onChange({ time: value })}
          />
        </Field>
        {nearest.length > 0 ? (
          <div className={classes.nearest}>
            <p className={classes.label}>The nearest free times</p>
            <div className={classes.ways}>
              {nearest.map((slot) => (
                <Button
                  key={`${slot.date} ${slot.time}`}
                  look="line"
                  size="medium"
                  onClick={() => {
                    onChange(slot);
                    // These buttons go away.
                    timeBox.current?.focus();
                  }}
                >
                  {dayText(slot.date)}, {slot.time}
                </Button>
              ))}
            </div>
          </div>
        ) : null}
      </div>
      <HalfHours
        date={date}
        time={time}
        onPick={(picked) => onChange({ time: picked })}
        onDay={(day) => {
          onChange({ date: day });
          // The button goes away with its day.
          dateBox.current?.focus();
        }}
        // What was pressed goes away.
        onRetry={() => dateBox.current?.focus()}
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

/** The half hours of the day as buttons; taken ones are there, and are off. */
function HalfHours({ date, time: chosen, onPick, onDay, onRetry }: HalfHoursProps) {
  const labelId = useId();
  const isDay = dayText(date) !== '' && dateForm.test(date);
  const request = useListSlotsQuery(date, { skip: !isDay, refetchOnMountOrArgChange: true });
  const { currentData: day, error } = request;
  const label = (
    <p className={classes.label} id={labelId}>
      {isDay ? `Half hours on ${dayText(date)}` : 'Half hours'}
    </p>
  );
  if (!isDay) {
    return (
      <div>
        {label}
        <p className={classes.hint}>Choose a date to see its free half hours.</p>
      </div>
    );
  }
  if (day === undefined && error !== undefined) {
    return (
      <div>
        {label}
        <ErrorState
          text="The free half hours could not be loaded. Please try again, or type a time."
          onRetry={() => {
            onRetry();
            void request.refetch();
          }}
          busy={request.isFetching}
        />
      </div>
    );
  }
  if (day === undefined) {
    return (
      <div>
        {label}
        <Loading text="Loading the half hours" className={classes.slots}>
          {Array.from({ length: 18 }, (_, index) => (
            <Skeleton key={index} height={44} />
          ))}
        </Loading>
      </div>
    );
  }
  return (
    <div>
      {label}
      {day.slots.length === 0 ? (
        <output className={classes.hint}>{day.whyNone}</output>
      ) : (
        <fieldset aria-labelledby={labelId} className={classes.slots}>
          {day.slots.map(({ time, free }) => (
            <button
              key={time}
              type="button"
              disabled={free === 0}
              aria-pressed={time === chosen}
              aria-label={free === 0 ? `${time}, taken` : undefined}
              className={classNames(classes.slot, time === chosen && classes.chosen)}
              onClick={() => onPick(time)}
            >
              {time}
            </button>
          ))}
        </fieldset>
      )}
      {day.nextDay ? (
        <div className={classes.next}>
          <Button look="line" size="medium" onClick={() => onDay(day.nextDay)}>
            Next free day: {dayText(day.nextDay)}
          </Button>
        </div>
      ) : null}
      {day.timeZone ? <p className={classes.hint}>Times of the shop ({day.timeZone}).</p> : null}
    </div>
  );
}
