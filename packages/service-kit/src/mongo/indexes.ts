import type mongoose from 'mongoose';
import { inboxModels } from '../messaging/inbox/inbox.ts';

/** The part of a mongoose model that has indexes, whatever its documents are. */
export interface IndexedModel {
  readonly modelName: string;
  readonly collection: { readonly collectionName: string };
  readonly schema: Pick<mongoose.Schema, 'indexes'>;
  createCollection(): Promise<unknown>;
  createIndexes(): Promise<void>;
}

/** Declared indexes are not there. The message names each, so that the missing migration is found at once (D-06). */
export class MissingIndexesError extends Error {
  override readonly name = 'MissingIndexesError';
}

/**
 * The migration step: creates the collections and declared indexes that are missing and changes nothing else.
 * Safe to run again and from several instances at once.
 */
export async function migrateIndexes(
  connection: mongoose.Connection,
  models: readonly IndexedModel[],
): Promise<void> {
  for (const model of new Set([...models, ...serviceModels(connection)])) {
    await model.createCollection();
    await model.createIndexes();
  }
}

/** Refuses (MissingIndexesError) to go on while a declared index is missing or has other options than declared. */
export async function verifyIndexes(
  connection: mongoose.Connection,
  models: readonly IndexedModel[],
): Promise<void> {
  const missing: string[] = [];
  for (const model of new Set([...models, ...serviceModels(connection)])) {
    const name = model.collection.collectionName;
    const present = await listIndexes(connection, name);
    for (const [keys, options] of model.schema.indexes()) {
      const wanted = describe(keys, options ?? {});
      if (!present.has(wanted)) missing.push(`${name}: ${wanted}`);
    }
  }
  if (missing.length > 0) throw new MissingIndexesError(`Missing indexes: ${missing.join('; ')}`);
}

/** Inbox and parking notes lie in the service's own database, so they are created and checked with its models. */
function serviceModels(connection: mongoose.Connection): IndexedModel[] {
  return Object.values(inboxModels(connection));
}

async function listIndexes(connection: mongoose.Connection, collection: string): Promise<Set<string>> {
  try {
    const indexes = await connection.collection(collection).listIndexes().toArray();
    return new Set(indexes.map((index) => describe(index['key'], index)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 26) return new Set();
    throw error;
  }
}

/** One text per index of the parts that change what it guarantees: keys, uniqueness, expiry, condition. */
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
