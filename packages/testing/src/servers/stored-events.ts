import { outboxOf, personalDataOf, type WireEvent } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

/** Saved events of a record, or all events, oldest first. */
export async function storedEvents(connection: mongoose.Connection, record?: string): Promise<WireEvent[]> {
  const rows = await outboxOf(connection)
    .find(record === undefined ? {} : { record })
    .toArray();
  return (await personalDataOf(connection).openAll(rows)).map(({ event }) => event);
}

/** The number of unsent events. */
export const countWaiting = (connection: mongoose.Connection): Promise<number> =>
  outboxOf(connection).countDocuments({ sentAt: null });
