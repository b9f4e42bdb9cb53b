import mongoose from 'mongoose';
import { derivedKey, keyedToken } from '../identity/keyed-token.ts';
import { normalEmail } from '../identity/normal-email.ts';
import { sealBytes, unsealBytes } from '../messaging/seal.ts';
import { createDataKeys, type DataKeys, dataKeyModel, serviceData } from './data-keys.ts';

const { Binary, BSON } = mongoose.mongo;
type Binary = InstanceType<typeof Binary>;

/** The subtype of a sealed value: the id of its data key, and the result of `sealBytes`. */
const sealedSubtype = 0x80;
const idBytes = 12;

/** The key of documents with a legal retention period, which stay readable when the person is forgotten. */
export const papersOf = (person: string) => `papers:${person}`;

const keysOfConnection = new WeakMap<mongoose.Connection, DataKeys>();

/**
 * Seals personal data of a connection from now on. Without it they are stored in plain text, and sealed ones are
 * unreadable.
 * @param masterKeys as in `createDataKeys`
 */
export function useDataKeys(
  connection: mongoose.Connection,
  masterKeys: readonly [string, ...string[]],
): DataKeys {
  const keys = createDataKeys(connection, masterKeys);
  keysOfConnection.set(connection, keys);
  return keys;
}

/**
 * Throws when the database has sealed data and the service has no key: it would not find the account of an address, and
 * would create a second one.
 */
export async function refuseSealedData(connection: mongoose.Connection): Promise<void> {
  if (await dataKeyModel(connection).exists({}))
    throw new Error('DATA_KEY is missing: the personal data of this database are sealed with it.');
}

const isSealed = (value: unknown): value is Binary =>
  value instanceof Binary && value.sub_type === sealedSubtype;

const keyIdOf = (sealed: Binary) => Buffer.from(sealed.buffer.subarray(0, idBytes)).toString('hex');

/** False for empty texts and lists, and for objects that contain only such values. */
function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.some(hasContent);
  return isPlainObject(value) ? Object.values(value).some(hasContent) : true;
}

/** All sealed values in a document, at any depth. */
function sealedIn(value: unknown, values: Binary[] = []): Binary[] {
  if (isSealed(value)) values.push(value);
  else if (Array.isArray(value)) for (const item of value) sealedIn(item, values);
  else if (isPlainObject(value)) for (const field of Object.values(value)) sealedIn(field, values);
  return values;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function openValue(value: unknown, valueOf: (sealed: Binary) => unknown): unknown {
  if (isSealed(value)) return valueOf(value);
  if (Array.isArray(value)) return value.map((item) => openValue(item, valueOf));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, stored]) => {
      const content = openValue(stored, valueOf);
      return content === undefined && stored !== undefined ? [] : [[field, content]];
    }),
  );
}

/** Numbers are found by four digits or more (`searchTerms` has each end of a phone number). */
const minSearchLength = (word: string) => (/^\d{5,}$/.test(word) ? 4 : 1);

export type PersonalData = ReturnType<typeof personalDataOf>;

/** Seals and opens what a service stores of people, field by field, with a data key for each person (decision 132). */
export function personalDataOf(connection: mongoose.Connection) {
  const keys = () => keysOfConnection.get(connection);

  /** Documents as they were before `seal`. Fields of people whose key was deleted are missing. */
  async function openAll<Stored>(documents: readonly Stored[]): Promise<Stored[]> {
    const values = sealedIn(documents);
    if (values.length === 0) return [...documents];
    const dataKeys = keys();
    if (dataKeys === undefined) throw new Error('DATA_KEY is missing: personal data were sealed with it.');
    const keysById = await dataKeys.byIds(new Set(values.map(keyIdOf)));
    return openValue(documents, (sealed) => {
      const key = keysById.get(keyIdOf(sealed));
      if (key === undefined) return undefined;
      const bytes = Buffer.from(sealed.buffer).subarray(idBytes, sealed.position);
      return BSON.deserialize(unsealBytes(bytes, key.bytes))['value'];
    }) as Stored[];
  }

  /** A copy of the fields for storage, with the named ones sealed. Empty ones stay as they are. */
  async function seal<Fields extends object>(
    person: string,
    fields: Fields,
    names: readonly (keyof Fields)[],
  ): Promise<Fields> {
    const dataKeys = keys();
    if (dataKeys === undefined) return fields;
    const { id, bytes } = await dataKeys.of(person);
    const sealed: Fields = { ...fields };
    for (const name of names) {
      const value = fields[name];
      if (!hasContent(value) || isSealed(value)) continue;
      const content = sealBytes(BSON.serialize({ value }, { ignoreUndefined: true }), bytes);
      // Stored in the place of the value, which only `open` reads.
      sealed[name] = new Binary(Buffer.concat([id.id, content]), sealedSubtype) as never;
    }
    return sealed;
  }

  async function open<Stored>(document: Stored): Promise<Stored> {
    const [openDocument] = await openAll([document]);
    return openDocument as Stored;
  }

  /** Opens a stream of documents in batches. */
  async function* openEach<Stored>(
    documents: AsyncIterable<Stored>,
    batchSize = 500,
  ): AsyncGenerator<Stored> {
    let batch: Stored[] = [];
    for await (const document of documents) {
      batch.push(document);
      if (batch.length < batchSize) continue;
      yield* await openAll(batch);
      batch = [];
    }
    yield* await openAll(batch);
  }

  /**
   * Hashes that find a record without storing its words. Their key is derived from a data key, so that they survive a
   * change of the master key.
   * @param purpose hashes of different purposes cannot be compared
   */
  async function hashes(purpose: string): Promise<PersonalHashes> {
    const dataKeys = keys();
    if (dataKeys === undefined) return plainHashes;
    const { bytes } = await dataKeys.of(serviceData);
    const key = derivedKey(bytes.toString('base64'), purpose);
    // 72 bits: among the parts of some million words, two equal hashes are practically impossible.
    // No word begins with "=", so that a search by the beginning of a word never matches a hash.
    const hashOf = (text: string) => `=${keyedToken(key, text).slice(0, 12)}`;
    return {
      isKeyed: true,
      hashOf,
      beginningsOf: (words) => [
        ...new Set(
          words.flatMap((word) =>
            Array.from({ length: word.length - minSearchLength(word) + 1 }, (_, index) =>
              hashOf(word.slice(0, index + minSearchLength(word))),
            ),
          ),
        ),
      ],
    };
  }

  return {
    seal,
    open,
    openAll,
    openEach,
    hashes,
    /** Same as `DataKeys.forget`. */
    forget: async (person: string, session: mongoose.ClientSession): Promise<void> =>
      keys()?.forget(person, session),
  };
}

/** The search keys of an address in any spelling: its keyed hash and then the older plain form, or only that form. */
export async function emailKeysOf(
  personal: PersonalData,
  email: string,
): Promise<readonly [string, ...string[]]> {
  const { isKeyed, hashOf } = await personal.hashes('emails');
  const normal = normalEmail(email);
  return isKeyed ? [hashOf(normal), normal] : [normal];
}

export interface PersonalHashes {
  /** False where nothing is sealed: then the words themselves are stored. */
  readonly isKeyed: boolean;
  readonly hashOf: (text: string) => string;
  /** The hashes to store for words that are found by their beginnings. */
  readonly beginningsOf: (words: readonly string[]) => readonly string[];
}

const plainHashes: PersonalHashes = {
  isKeyed: false,
  hashOf: (text) => text,
  beginningsOf: (words) => words,
};
