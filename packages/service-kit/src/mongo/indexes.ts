import type mongoose from 'mongoose';
import { auditEntryModel } from '../audit/audit-entries.store.ts';
import { inboxModels } from '../messaging/inbox/inbox.ts';
import { sentNoteModel } from '../messaging/outbox/sent-notes.ts';

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

/** By schema: what was declared in an earlier version and is not any more. */
const retired = new WeakMap<object, Set<string>>();

/**
 * Says that a schema declared this index once, with the same keys and options: the migration takes it away where it still
 * is. An index that nobody has declared is left alone; somebody may have made it by hand.
 */
export function retireIndex(
  schema: IndexedModel['schema'],
  keys: mongoose.IndexDefinition,
  options: mongoose.IndexOptions = {},
): void {
  const known = retired.get(schema) ?? new Set();
  retired.set(schema, known.add(describe(keys, { ...options })));
}

/**
 * The migration step: creates the collections and declared indexes that are missing, then takes away those that were
 * retired, and changes nothing else. Safe to run again and from several instances at once.
 */
export async function migrateIndexes(
  connection: mongoose.Connection,
  models: readonly IndexedModel[],
): Promise<void> {
  // Nearly every start finds all of them: asking costs a tenth of creating what is there already.
  for (const { model, isThere, missing, retiredNames } of await look(connection, models)) {
    if (!isThere || missing.length > 0) {
      await model.createCollection();
      await model.createIndexes();
    }
    // Only now: what takes its place is there.
    for (const name of retiredNames) await dropIndex(connection, model.collection.collectionName, name);
  }
}

async function dropIndex(connection: mongoose.Connection, collection: string, name: string): Promise<void> {
  try {
    await connection.collection(collection).dropIndex(name);
  } catch (error) {
    // Another instance was faster.
    if (!(error instanceof Error && 'code' in error && error.code === 27)) throw error;
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
  /** The names of retired indexes that are still there. */
  readonly retiredNames: readonly string[];
}

function look(connection: mongoose.Connection, models: readonly IndexedModel[]): Promise<Seen[]> {
  const all = [...new Set([...models, ...serviceModels(connection)])];
  return Promise.all(
    all.map(async (model) => {
      const name = model.collection.collectionName;
      const present = await listIndexes(connection, name);
      const declared = model.schema.indexes().map(([keys, options]) => describe(keys, options ?? {}));
      const missing = declared
        .filter((wanted) => !present?.has(wanted))
        .map((wanted) => `${name}: ${wanted}`);
      const retiredNames = [...(retired.get(model.schema) ?? [])]
        .filter((unwanted) => !declared.includes(unwanted))
        .flatMap((unwanted) => present?.get(unwanted) ?? []);
      return { model, isThere: present !== undefined, missing, retiredNames };
    }),
  );
}

/** Inbox, audit entries and notes of what was parked and sent lie in the service's own database, so they are created and checked with its models. */
function serviceModels(connection: mongoose.Connection): IndexedModel[] {
  return [...Object.values(inboxModels(connection)), sentNoteModel(connection), auditEntryModel(connection)];
}

/** Names by description; undefined when there is no such collection. */
async function listIndexes(
  connection: mongoose.Connection,
  collection: string,
): Promise<Map<string, string> | undefined> {
  try {
    const indexes = await connection.collection(collection).listIndexes().toArray();
    return new Map(indexes.map((index) => [describe(index['key'], index), String(index['name'])]));
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
