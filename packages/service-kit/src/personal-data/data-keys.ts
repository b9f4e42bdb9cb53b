import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type mongoose from 'mongoose';
import { Types } from 'mongoose';
import { derivedKey, keyedToken } from '../identity/keyed-token.ts';
import { seal, unseal } from '../messaging/seal.ts';
import { declareCollection, isDuplicateKeyError, nativeCollection } from '../mongo/declare-collection.ts';

/** The key that seals the data that a service stores about one person. */
export interface DataKey {
  readonly id: Types.ObjectId;
  readonly bytes: Buffer;
}

interface StoredDataKey {
  _id: Types.ObjectId;
  /** Id of a user, or of the record of a person without an account; `serviceData` for data of no single person. */
  person: string;
  /** The key as base64, sealed with the master key. */
  sealed: string;
  /** Identifies the master key. */
  master: string;
  /** Absent after `forget`. */
  isCurrent?: true;
  forgottenAt?: Date;
}

/** Replaces the person for data that belong to no single one: events and search hashes. */
export const serviceData = 'service';

/** Longer than any instance caches a key, so that what it writes meanwhile can be read until it is erased. */
const forgottenRetentionSeconds = 60 * 60;
const cacheMs = 60_000;
const maxCachedKeys = 20_000;
const maxTimeMS = 2_000;

export const dataKeyModel = declareCollection<StoredDataKey>(
  'data_keys',
  [
    [{ person: 1 }, { unique: true, partialFilterExpression: { isCurrent: true } }],
    [{ master: 1 }],
    [{ forgottenAt: 1 }, { expireAfterSeconds: forgottenRetentionSeconds }],
  ],
  Types.ObjectId,
);

/** Identifies a master key without revealing it. */
const masterIdOf = (masterKey: string) => keyedToken(derivedKey(masterKey, 'master-key-id'), '').slice(0, 12);

export type DataKeys = ReturnType<typeof createDataKeys>;

/**
 * One data key per person, stored under a master key (envelope encryption). Deleting a person's key makes everything
 * that was sealed with it unreadable.
 * @param masterKeys 32 bytes each, base64; the first one seals, the others only unseal
 */
export function createDataKeys(connection: mongoose.Connection, masterKeys: readonly [string, ...string[]]) {
  const keys = nativeCollection(dataKeyModel(connection));
  const [masterKey] = masterKeys;
  const master = masterIdOf(masterKey);
  const masters = new Map(masterKeys.map((key) => [masterIdOf(key), key]));
  const keysByHexId = new LRUCache<string, DataKey>({ max: maxCachedKeys, ttl: cacheMs });
  // Concurrent callers share one look-up.
  const keysByPerson = new LRUCache<string, DataKey>({
    max: maxCachedKeys,
    ttl: cacheMs,
    fetchMethod: async (person) => {
      const stored = await findOrCreate(person).catch((error: unknown) => {
        // Another instance has just created it.
        if (isDuplicateKeyError(error)) return findOrCreate(person);
        throw error;
      });
      return openKey(stored);
    },
  });

  function openKey({ _id, sealed, master: masterId }: StoredDataKey): DataKey {
    const openingKey = masters.get(masterId);
    if (openingKey === undefined)
      throw new Error(
        `DATA_KEY is not the key of this database: neither it nor DATA_KEY_OTHER has the id ${masterId}.`,
      );
    const key = { id: _id, bytes: Buffer.from(unseal(sealed, openingKey), 'base64') };
    keysByHexId.set(_id.toHexString(), key);
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
    of: (person: string): Promise<DataKey> => keysByPerson.forceFetch(person),

    /** Throws when the master key is not that of the database. */
    check: async (): Promise<void> => void (await keysByPerson.forceFetch(serviceData)),

    /** The keys that exist, by the hexadecimal id. */
    async byIds(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, DataKey>> {
      const keysById = new Map<string, DataKey>();
      const uncachedIds: Types.ObjectId[] = [];
      for (const id of ids) {
        const cached = keysByHexId.get(id);
        if (cached) keysById.set(id, cached);
        else uncachedIds.push(new Types.ObjectId(id));
      }
      if (uncachedIds.length > 0)
        for await (const stored of keys.find({ _id: { $in: uncachedIds } }, { maxTimeMS }))
          keysById.set(stored._id.toHexString(), openKey(stored));
      return keysById;
    },

    /** Retires the person's key: it is deleted an hour later, and a new one seals later writes. */
    async forget(person: string, session: mongoose.ClientSession): Promise<void> {
      await keys.updateMany(
        { person, isCurrent: true },
        { $set: { forgottenAt: new Date() }, $unset: { isCurrent: 1 } },
        { session },
      );
      keysByPerson.delete(person);
    },

    /** Reseals all keys that another master key has sealed; resolves with their number. Safe during writes. */
    async rotate(): Promise<number> {
      let count = 0;
      for await (const stored of keys.find({ master: { $ne: master } })) {
        const sealed = seal(openKey(stored).bytes.toString('base64'), masterKey);
        const storedVersion = { _id: stored._id, master: stored.master };
        count += (await keys.updateOne(storedVersion, { $set: { sealed, master } })).modifiedCount;
      }
      return count;
    },
  };
}
