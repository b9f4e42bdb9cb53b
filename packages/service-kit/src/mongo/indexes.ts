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
  // Nearly every start finds all of them: asking costs a tenth of creating what is there already.
  for (const { model, isThere, missing } of await look(connection, models)) {
    if (isThere && missing.length === 0) continue;
    await model.createCollection();
    await model.createIndexes();
  }
}

/** Refuses (MissingIndexesError) to go on while a declared index is missing or has other options than declared. */
export async function verifyIndexes(
  connection: mongoose.Connection,
  models: readonly IndexedModel[],
): Promise<void> {
  const missing = (await look(connection, models)).flatMap((seen) => seen.missing);
  if (missing.length > 0) throw new MissingIndexesError(`Missing indexes: ${missing.join('; ')}`);
}

interface Seen {
  readonly model: IndexedModel;
  /** Whether the collection is there, also one without an index of its own. */
  readonly isThere: boolean;
  readonly missing: readonly string[];
}

function look(connection: mongoose.Connection, models: readonly IndexedModel[]): Promise<Seen[]> {
  const all = [...new Set([...models, ...serviceModels(connection)])];
  return Promise.all(
    all.map(async (model) => {
      const name = model.collection.collectionName;
      const present = await listIndexes(connection, name);
      const missing = model.schema
        .indexes()
        .map(([keys, options]) => describe(keys, options ?? {}))
        .filter((wanted) => !present?.has(wanted))
        .map((wanted) => `${name}: ${wanted}`);
      return { model, isThere: present !== undefined, missing };
    }),
  );
}

/** Inbox and parking notes lie in the service's own database, so they are created and checked with its models. */
function serviceModels(connection: mongoose.Connection): IndexedModel[] {
  return Object.values(inboxModels(connection));
}

/** Undefined when there is no such collection. */
async function listIndexes(
  connection: mongoose.Connection,
  collection: string,
): Promise<Set<string> | undefined> {
  try {
    const indexes = await connection.collection(collection).listIndexes().toArray();
    return new Set(indexes.map((index) => describe(index['key'], index)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 26) return undefined;
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
