import { knowsServerTime, serverNow } from '@kinmel/web-kit';
import * as z from 'zod/mini';
import { filledIn } from '../form-fields.rules.ts';
import { localDay } from './appointment.rules.ts';

const isPast = (date: string) => knowsServerTime() && date !== '' && date < localDay(serverNow());

/** A date from today on, in the browser's time zone. Before the server's time is known only the service checks it. */
export const futureDate = filledIn('Please choose a date').check(
  z.refine((date) => !isPast(date), 'The date cannot be before today'),
);

export const slotFields = { date: futureDate, time: filledIn('Please choose a time') };
