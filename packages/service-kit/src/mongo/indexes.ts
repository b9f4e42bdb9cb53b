import type mongoose from 'mongoose';
import { auditEntryModel } from '../audit/audit-entries.store.ts';
import { inboxModels } from '../messaging/inbox/inbox.ts';
import { outboxModel } from '../messaging/outbox/outbox.ts';

/** The indexed part of a mongoose model, independent of its document type. */
export interface IndexedModel {
  readonly modelName: string;
  readonly collection: { readonly collectionName: string };
  readonly schema: Pick<mongoose.Schema, 'indexes'>;
  /** Names of indexes of an earlier release, which would refuse writes of this one. */
  readonly retiredIndexes?: readonly string[] | undefined;
  createCollection(): Promise<unknown>;
  createIndexes(): Promise<void>;
}

/**
 * Creates missing collections and declared indexes, drops retired ones, and changes nothing else. Idempotent, and safe
 * from several instances at once. Rejects with the error of the database when an index with the same keys has other options than
 * declared.
 */
export async function migrateIndexes(
  connection: mongoose.Connection,
  models: readonly IndexedModel[],
): Promise<void> {
  const all = [...new Set([...models, ...serviceModels(connection)])];
  await Promise.all(
    all.map(async (model) => {
      // Usually all exist, and listing takes a tenth of the time of creating.
      for (const name of model.retiredIndexes ?? [])
        await dropIndex(connection, model.collection.collectionName, name);
      const present = await listIndexes(connection, model.collection.collectionName);
      const isMissing = ([keys, options]: ReturnType<mongoose.Schema['indexes']>[number]) =>
        !present?.has(describe(keys, options ?? {}));
      if (present !== undefined && !model.schema.indexes().some(isMissing)) return;
      await model.createCollection();
      await model.createIndexes();
    }),
  );
}

/** The kit's own collections: outbox, inbox, notes of parked messages, and audit entries. */
function serviceModels(connection: mongoose.Connection): IndexedModel[] {
  return [...Object.values(inboxModels(connection)), outboxModel(connection), auditEntryModel(connection)];
}

const noCollection = 26;
const noIndex = 27;

const hasCode = (error: unknown, ...codes: readonly unknown[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(error.code);

async function dropIndex(connection: mongoose.Connection, collection: string, name: string): Promise<void> {
  try {
    await connection.collection(collection).dropIndex(name);
  } catch (error) {
    if (!hasCode(error, noCollection, noIndex)) throw error;
  }
}

/** Undefined when the collection does not exist. */
async function listIndexes(
  connection: mongoose.Connection,
  collection: string,
): Promise<Set<string> | undefined> {
  try {
    const indexes = await connection.collection(collection).listIndexes().toArray();
    return new Set(indexes.map((index) => describe(index['key'], index)));
  } catch (error) {
    if (hasCode(error, noCollection)) return undefined;
    throw error;
  }
}

/** One text per index with the options that affect its guarantees: keys, uniqueness, expiry, condition. */
function describe(keys: unknown, options: Record<string, unknown>): string {
  const parts = [JSON.stringify(keys)];
  if (options['unique']) parts.push('unique');
  if (options['sparse']) parts.push('sparse');
  if (options['expireAfterSeconds'] !== undefined)
    parts.push(`expires ${Number(options['expireAfterSeconds'])} s`);
  if (options['partialFilterExpression'] !== undefined) {
    parts.push(`where ${JSON.stringify(options['partialFilterExpression'])}`);
  }
  return parts.join(' ');
}
