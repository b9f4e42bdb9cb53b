import type mongoose from 'mongoose';
import { auditEntryModel } from '../audit/audit-entries.store.ts';
import { inboxModels } from '../messaging/inbox/inbox.ts';
import { outboxModel } from '../messaging/outbox/outbox.ts';
import { dataKeyModel } from '../personal-data/data-keys.ts';

/** The indexed part of a mongoose model, independent of its document type. */
export interface IndexedModel {
  readonly modelName: string;
  readonly collection: { readonly collectionName: string };
  readonly schema: Pick<mongoose.Schema, 'indexes'>;
  /** Names of indexes of an earlier release that would refuse writes of this one. */
  readonly retiredIndexes?: readonly string[] | undefined;
  createCollection(): Promise<unknown>;
  createIndexes(): Promise<void>;
}

type Index = ReturnType<mongoose.Schema['indexes']>[number];
type StoredIndex = Record<string, unknown>;

/**
 * Creates missing collections and declared indexes, drops retired ones, sets the declared expiry where it differs, and
 * changes nothing else. Idempotent, and safe from several instances at once. Rejects with the error of the database
 * when an index with the same keys has other options than declared: `docs/how-to/change-an-index.md`.
 */
export async function migrateIndexes(
  connection: mongoose.Connection,
  models: readonly IndexedModel[],
): Promise<void> {
  const allModels = [...new Set([...models, ...kitModels(connection)])];
  await Promise.all(
    allModels.map(async (model) => {
      for (const name of model.retiredIndexes ?? [])
        await dropIndex(connection, model.collection.collectionName, name);
      const { collectionName } = model.collection;
      // Usually all indexes exist, and listing them takes a tenth of the time of creating them.
      const storedIndexes = await listIndexes(connection, collectionName);
      const isStored = ([keys, options]: Index, change: StoredIndex = {}) =>
        storedIndexes?.some(
          (index) => describe(index['key'], { ...index, ...change }) === describe(keys, options),
        );
      const missing = model.schema.indexes().filter((index) => !isStored(index));
      if (storedIndexes !== undefined && missing.length === 0) return;
      for (const [keyPattern, options] of missing) {
        const { expireAfterSeconds } = options;
        if (expireAfterSeconds !== undefined && isStored([keyPattern, options], { expireAfterSeconds }))
          await connection.db?.command({
            collMod: collectionName,
            index: { keyPattern, expireAfterSeconds },
          });
      }
      await model.createCollection();
      await model.createIndexes();
    }),
  );
}

/** The kit's own collections, in each service: outbox, inbox, notes of parked messages, audit entries and data keys. */
export function kitModels(connection: mongoose.Connection): IndexedModel[] {
  return [
    ...Object.values(inboxModels(connection)),
    outboxModel(connection),
    auditEntryModel(connection),
    dataKeyModel(connection),
  ];
}

const namespaceNotFound = 26;
const indexNotFound = 27;

const hasCode = (error: unknown, ...codes: readonly unknown[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(error.code);

async function dropIndex(connection: mongoose.Connection, collection: string, name: string): Promise<void> {
  try {
    await connection.collection(collection).dropIndex(name);
  } catch (error) {
    if (!hasCode(error, namespaceNotFound, indexNotFound)) throw error;
  }
}

/** Undefined when the collection does not exist. */
async function listIndexes(connection: mongoose.Connection, collection: string) {
  try {
    return await connection.collection(collection).listIndexes().toArray();
  } catch (error) {
    if (hasCode(error, namespaceNotFound)) return undefined;
    throw error;
  }
}

/** One text per index with the options that affect its guarantees: keys, uniqueness, expiry, condition, collation. */
function describe(keys: unknown, options: StoredIndex): string {
  const parts = [JSON.stringify(keys)];
  if (options['unique']) parts.push('unique');
  if (options['sparse']) parts.push('sparse');
  if (options['expireAfterSeconds'] !== undefined)
    parts.push(`expires ${Number(options['expireAfterSeconds'])} s`);
  if (options['partialFilterExpression'] !== undefined) {
    parts.push(`where ${JSON.stringify(options['partialFilterExpression'])}`);
  }
  const { locale, strength = 3 } = (options['collation'] ?? {}) as { locale?: string; strength?: number };
  if (locale) parts.push(`in ${locale} ${strength}`);
  return parts.join(' ');
}
