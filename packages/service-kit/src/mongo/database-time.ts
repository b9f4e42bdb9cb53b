import type mongoose from 'mongoose';

/**
 * The time by the clock of the database, which is one for all instances: what several of them compare is measured by it, since
 * the clocks of their machines may differ by any time. Inside an update or an `$expr`, `$$NOW` says the same without a call.
 */
export async function databaseTime(connection: mongoose.Connection): Promise<Date> {
  const { localTime } = await connection
    .getClient()
    .db(connection.name)
    .command({ hello: 1, maxTimeMS: 2_000 });
  return localTime;
}
