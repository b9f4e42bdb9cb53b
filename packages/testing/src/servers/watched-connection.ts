import mongoose from 'mongoose';
import type { TestDatabase } from './test-database.ts';

export interface WatchedConnection {
  readonly connection: mongoose.Connection;
  /** Every command that this connection sent, in order; empty it to begin anew. */
  readonly commands: { readonly name: string; readonly command: mongoose.mongo.Document }[];
  close(): Promise<void>;
}

/** A second connection to the same database that notes what it sends, for tests that count reads and writes. */
export async function watchedConnection({ uri, databaseName }: TestDatabase): Promise<WatchedConnection> {
  const connection = await mongoose
    .createConnection(uri, {
      dbName: databaseName,
      // Noticed only by connections that are opened with it.
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
