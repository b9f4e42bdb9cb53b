import mongoose from 'mongoose';
import type { TestDatabase } from './test-database.ts';

export interface WatchedConnection {
  readonly connection: mongoose.Connection;
  /** All commands of this connection, in order. */
  readonly commands: { readonly name: string; readonly command: mongoose.mongo.Document }[];
  close(): Promise<void>;
}

/** A second connection to the database that records its commands, for tests that count reads and writes. */
export async function watchedConnection({ uri, databaseName }: TestDatabase): Promise<WatchedConnection> {
  const connection = await mongoose
    .createConnection(uri, {
      dbName: databaseName,
      // Must be set when the connection is opened.
      monitorCommands: true,
      autoIndex: false,
      autoCreate: false,
    })
    .asPromise();
  const commands: WatchedConnection['commands'][number][] = [];
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    commands.push({ name: commandName, command });
  });
  return { connection, commands, close: () => connection.close() };
}
