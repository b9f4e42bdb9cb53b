import { useDataKeys } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { TestDatabase } from './test-database.ts';

export type WatchedConnection = Awaited<ReturnType<typeof watchedConnection>>;

/** A second connection to the database that records its commands, for tests that count reads and writes. */
export async function watchedConnection({ uri, databaseName, dataKey }: TestDatabase) {
  const connection = await mongoose
    .createConnection(uri, {
      dbName: databaseName,
      // Must be set when the connection is opened.
      monitorCommands: true,
      autoIndex: false,
      autoCreate: false,
    })
    .asPromise();
  useDataKeys(connection, [dataKey]);
  /** All commands of this connection, in order. */
  const commands: { readonly name: string; readonly command: mongoose.mongo.Document }[] = [];
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    commands.push({ name: commandName, command });
  });
  return { connection, commands, close: () => connection.close() };
}
