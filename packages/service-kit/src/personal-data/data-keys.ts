import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type mongoose from 'mongoose';
import { Types } from 'mongoose';
import { derivedKey, keyedToken } from '../identity/keyed-token.ts';
import { seal, unseal } from '../messaging/seal.ts';
import { declareCollection, driverOf, isDuplicateKeyError } from '../mongo/declare-collection.ts';

/** The key that seals what a service keeps of one person. */
export interface DataKey {
  readonly id: Types.ObjectId;
  readonly bytes: Buffer;
}

interface StoredDataKey {
  _id: Types.ObjectId;
  /** A user, or the record of somebody without an account; `serviceData` for what is of no single person. */
  person: string;
  /** The key as base64, sealed with the master key. */
  sealed: string;
  /** Identifies the master key. */
  master: string;
  /** Absent after `forget`. */
  isCurrent?: true;
  forgottenAt?: Date;
}

/** The person of what a service stores without belonging to one person: events, and hashes to search by. */
export const serviceData = 'service';

/** Longer than any instance caches a key, so that what it writes meanwhile can be read until it is erased. */
const forgottenKeptSeconds = 60 * 60;
const cachedMs = 60_000;
const cachedKeys = 20_000;
const maxTimeMS = 2_000;

export const dataKeyModel = declareCollection<StoredDataKey>(
  'data_keys',
  [
    [{ person: 1 }, { unique: true, partialFilterExpression: { isCurrent: true } }],
    [{ master: 1 }],
    [{ forgottenAt: 1 }, { expireAfterSeconds: forgottenKeptSeconds }],
  ],
  Types.ObjectId,
);

/** Identifies a master key without revealing it. */
const masterIdOf = (masterKey: string) => keyedToken(derivedKey(masterKey, 'master-key-id'), '').slice(0, 12);

export type DataKeys = ReturnType<typeof createDataKeys>;

/**
 * One data key per person, stored under a master key (envelope encryption). Who deletes a person's key makes all that
 * was sealed with it unreadable.
 * @param masterKeys 32 bytes each, base64; the first one seals, the others only read
 */
export function createDataKeys(connection: mongoose.Connection, masterKeys: readonly [string, ...string[]]) {
  const keys = driverOf(dataKeyModel(connection));
  const [masterKey] = masterKeys;
  const master = masterIdOf(masterKey);
  const masters = new Map(masterKeys.map((key) => [masterIdOf(key), key]));
  const byId = new LRUCache<string, DataKey>({ max: cachedKeys, ttl: cachedMs });
  // Concurrent callers share one look-up.
  const ofPerson = new LRUCache<string, DataKey>({
    max: cachedKeys,
    ttl: cachedMs,
    fetchMethod: async (person) => {
      const stored = await findOrCreate(person).catch((error: unknown) => {
        // Another instance has just created it.
        if (isDuplicateKeyError(error)) return findOrCreate(person);
        throw error;
      });
      return openKey(stored);
    },
  });

  function openKey({ _id, sealed, master: of }: StoredDataKey): DataKey {
    const opener = masters.get(of);
    if (opener === undefined)
      throw new Error(`DATA_KEY is not the key of this database: ${of} is neither it nor DATA_KEY_OTHER.`);
    const key = { id: _id, bytes: Buffer.from(unseal(sealed, opener), 'base64') };
    byId.set(_id.toHexString(), key);
    return key;
  }

  async function findOrCreate(person: string): Promise<StoredDataKey> {
    const $setOnInsert = {
      _id: new Types.ObjectId(),
      sealed: seal(randomBytes(32).toString('base64'), masterKey),
      master,
    };
    const stored = await keys.findOneAndUpdate(
      { person, isCurrent: true },
      { $setOnInsert },
      { upsert: true, returnDocument: 'after', maxTimeMS },
    );
    if (stored === null) throw new Error('An upsert returned nothing.');
    return stored;
  }

  return {
    /** The person's key, created the first time. Never part of a transaction, so that a rollback keeps it. */
    of: (person: string): Promise<DataKey> => ofPerson.forceFetch(person),

    /** Throws when the master key is not that of the database. */
    check: async (): Promise<void> => void (await ofPerson.forceFetch(serviceData)),

    /** The keys that exist, by the hexadecimal id. */
    async byIds(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, DataKey>> {
      const keysById = new Map<string, DataKey>();
      const unknown: Types.ObjectId[] = [];
      for (const id of ids) {
        const cached = byId.get(id);
        if (cached) keysById.set(id, cached);
        else unknown.push(new Types.ObjectId(id));
      }
      if (unknown.length > 0)
        for await (const stored of keys.find({ _id: { $in: unknown } }, { maxTimeMS }))
          keysById.set(stored._id.toHexString(), openKey(stored));
      return keysById;
    },

    /** Ends the person's key: deleted an hour later, and a new one seals what is written from now on. */
    async forget(person: string, session: mongoose.ClientSession): Promise<void> {
      await keys.updateMany(
        { person, isCurrent: true },
        { $set: { forgottenAt: new Date() }, $unset: { isCurrent: 1 } },
        { session },
      );
      ofPerson.delete(person);
    },

    /** Seals all keys anew that are under another master key; resolves with their number. Safe beside writers. */
    async rotate(): Promise<number> {
      let count = 0;
      for await (const stored of keys.find({ master: { $ne: master } })) {
        const sealed = seal(openKey(stored).bytes.toString('base64'), masterKey);
        const isOld = { _id: stored._id, master: stored.master };
        count += (await keys.updateOne(isOld, { $set: { sealed, master } })).modifiedCount;
      }
      return count;
    },
  };
}
