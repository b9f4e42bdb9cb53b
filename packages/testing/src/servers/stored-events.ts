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

/** All documents of all collections, as text. */
export async function databaseText(connection: mongoose.Connection): Promise<string> {
  const collections = (await connection.db?.collections()) ?? [];
  const documents = await Promise.all(collections.map((collection) => collection.find().toArray()));
  return JSON.stringify(documents);
}
