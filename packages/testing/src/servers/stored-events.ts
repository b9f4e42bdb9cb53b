import { outboxOf, type WireEvent } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

/** The events that were saved with changes of a record, or all events, oldest first. */
export async function storedEvents(connection: mongoose.Connection, record?: string): Promise<WireEvent[]> {
  const rows = await outboxOf(connection)
    .find(record === undefined ? {} : { record })
    .toArray();
  return rows.map(({ event }) => event);
}

/** How many events are not sent yet. */
export const countWaiting = (connection: mongoose.Connection): Promise<number> =>
  outboxOf(connection).countDocuments({ sentAt: null });
