import type mongoose from 'mongoose';

/**
 * The clock of the database, for times that instances compare, because their own clocks may differ. Inside an update or
 * an `$expr` use `$$NOW` instead.
 */
export async function databaseTime(connection: mongoose.Connection): Promise<Date> {
  const { localTime } = await connection
    .getClient()
    .db(connection.name)
    .command({ hello: 1, maxTimeMS: 2_000 });
  return localTime;
}
