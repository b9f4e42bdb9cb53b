import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@kinmel/testing';
import mongoose from 'mongoose';
import { migrateIndexes } from '../mongo/indexes.ts';
import { inTransaction } from '../mongo/save-change.ts';
import { createDataKeys, dataKeyModel } from './data-keys.ts';
import { personalDataOf, refuseSealedData, useDataKeys } from './personal-data.ts';

const masterKey = () => randomBytes(32).toString('base64');
const sita = { name: 'Sita Sharma', email: 'sita@kinmel.example', born: new Date('1990-05-01') };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('personal');
  await migrateIndexes(database.connection, []);
});
afterAll(() => database.drop());

const people = () => database.connection.collection<Record<string, unknown>>('people');
const dump = async () => JSON.stringify(await people().find().toArray());
const forget = (person: string) =>
  inTransaction(database.connection, (session) =>
    personalDataOf(database.connection).forget(person, session),
  );
const firstKey = masterKey();

describe('personal data', () => {
  beforeEach(async () => {
    await database.empty();
    await dataKeyModel(database.connection).deleteMany({});
    useDataKeys(database.connection, [firstKey]);
  });

  it('are stored sealed and read as they were, with dates and lists', async () => {
    const { seal, open } = personalDataOf(database.connection);
    const fields = { _id: 'a' as never, person: 'sita', customer: sita, phones: ['9801234567'], note: null };
    await people().insertOne(await seal('sita', fields, ['customer', 'phones', 'note']));
    const stored = await people().findOne({});
    expect(await dump()).not.toMatch(/Sita|sita@|9801234567/);
    expect(Buffer.from(JSON.stringify(stored?.['customer']) ?? '').toString()).not.toContain('Sita');
    expect(await open(stored)).toEqual(fields);
  });

  it('stay unsealed when they are empty, so that a check of the books sees that no person is named', async () => {
    const { seal } = personalDataOf(database.connection);
    const empty = { name: '', customer: { name: '', email: null }, phones: [] };
    expect(await seal('sita', empty, ['name', 'customer', 'phones'])).toEqual(empty);
  });

  it('are refused at the start without the key and with another one', async () => {
    await expect(refuseSealedData(database.connection)).resolves.toBeUndefined();
    await createDataKeys(database.connection, [firstKey]).check();
    await expect(refuseSealedData(database.connection)).rejects.toThrow(/DATA_KEY is missing/);
    await expect(createDataKeys(database.connection, [masterKey()]).check()).rejects.toThrow(
      /DATA_KEY is not the key/,
    );
    await expect(
      createDataKeys(database.connection, [masterKey(), firstKey]).check(),
    ).resolves.toBeUndefined();
  });

  it('have one key per person, also when 30 callers need it at once', async () => {
    const { seal } = personalDataOf(database.connection);
    const other = personalDataOf(database.connection);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? seal : other.seal)('sita', { ...sita }, ['name']),
      ),
    );
    await seal('hari', { ...sita }, ['name']);
    expect(await dataKeyModel(database.connection).find().distinct('person')).toEqual(['hari', 'sita']);
    expect(await dataKeyModel(database.connection).countDocuments()).toBe(2);
  });

  it('of a forgotten person cannot be read after the key is deleted, and a new key seals later data', async () => {
    const { seal } = personalDataOf(database.connection);
    await people().insertOne(await seal('sita', { _id: 'a' as never, ...sita }, ['name', 'email']));
    await forget('sita');
    await people().insertOne(await seal('sita', { _id: 'b' as never, ...sita }, ['name', 'email']));
    await dataKeyModel(database.connection).deleteMany({ forgottenAt: mongoose.trusted({ $type: 'date' }) });
    // Without the cache of the first instance.
    useDataKeys(database.connection, [firstKey]);
    const { openAll } = personalDataOf(database.connection);
    expect(await openAll(await people().find().sort({ _id: 1 }).toArray())).toEqual([
      { _id: 'a', born: sita.born },
      { _id: 'b', ...sita },
    ]);
  });

  it('stay readable and searchable after the master key is changed', async () => {
    const before = personalDataOf(database.connection);
    const { hashOf } = await before.hashes('people');
    await people().insertOne(await before.seal('sita', { _id: 'a' as never, ...sita }, ['name', 'email']));
    const second = masterKey();
    expect(await createDataKeys(database.connection, [second, firstKey]).rotate()).toBe(2);
    useDataKeys(database.connection, [second]);
    const { open, hashes } = personalDataOf(database.connection);
    expect(await open(await people().findOne({}))).toMatchObject(sita);
    expect((await hashes('people')).hashOf('sita')).toBe(hashOf('sita'));
    expect(await createDataKeys(database.connection, [second]).rotate()).toBe(0);
  });

  it('cannot be read with the key of another installation, and the error says so', async () => {
    const { seal } = personalDataOf(database.connection);
    const sealed = await seal('sita', { ...sita }, ['name']);
    useDataKeys(database.connection, [masterKey()]);
    await expect(personalDataOf(database.connection).open(sealed)).rejects.toThrow(/DATA_KEY is not the key/);
  });

  it('that were stored before there was a key are read unchanged', async () => {
    const { open } = personalDataOf(database.connection);
    expect(await open({ customer: sita })).toEqual({ customer: sita });
  });

  it('are found by the beginnings of their words', async () => {
    const { beginningsOf, hashOf } = await personalDataOf(database.connection).hashes('people');
    const stored = beginningsOf(['sita', 'sharma']);
    expect(stored).toHaveLength(9);
    for (const typed of ['s', 'si', 'sita', 'sharma']) expect(stored).toContain(hashOf(typed));
    for (const typed of ['ita', 'sitar']) expect(stored).not.toContain(hashOf(typed));
    expect(beginningsOf(['984123'])).toEqual(['9841', '98412', '984123'].map(hashOf));
    expect(stored.filter((hash) => /^[\p{L}\p{N}]/u.test(hash))).toEqual([]);
  });
});
