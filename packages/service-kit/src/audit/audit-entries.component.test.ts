import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { audit } from '@kinmel/contracts';
import { type TestDatabase, testDatabase } from '@kinmel/testing';
import { bearer, testApp, tokens } from '../http/testing/test-app.ts';
import { migrateIndexes } from '../mongo/indexes.ts';
import { saveChange } from '../mongo/save-change.ts';
import { auditRoutes } from './audit.routes.ts';
import { auditEntryModel, createAuditTrail } from './audit-entries.store.ts';
import { auditEntry, type NewAuditEntry, type StaffCall } from './audit-entry.ts';

// Starts child processes, which is slow on busy machines.
jest.setTimeout(60_000);

const asAdmin = bearer(tokens.admin());
let database: TestDatabase;
let agent: ReturnType<typeof testApp>['agent'];

beforeAll(async () => {
  database = await testDatabase('audit');
  await migrateIndexes(database.connection, []);
  ({ agent } = testApp(auditRoutes('catalog', { audit: createAuditTrail(database.connection) })));
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

const staff = (id: string): StaffCall => ({
  person: { id, name: `Name of ${id}` },
  action: 'changeThing',
  requestId: 'request-1',
});
const entryOf = (person: string, record: string, note = ''): NewAuditEntry => {
  const entry = auditEntry(
    staff(person),
    { kind: 'product', id: record },
    { before: { a: 1 }, after: { a: 2 }, shownFields: 'all', note },
  );
  if (!entry) throw new Error('A change by staff needs an audit entry.');
  return entry;
};
const things = () => database.connection.collection<{ _id: string; count: number }>('things');
const entries = () => database.connection.collection('audit_entries');

/** Increments an existing thing. */
const countUp = (entry: NewAuditEntry | undefined, id = 'thing') =>
  saveChange(database.connection, { entry }, async (session) => {
    const { matchedCount } = await things().updateOne(
      { _id: id },
      { $inc: { count: 1 } },
      { ...(session && { session }) },
    );
    return matchedCount === 1;
  });

describe('a change and its audit entry', () => {
  it('are saved together; no change and no staff mean no entry', async () => {
    await things().insertOne({ _id: 'thing', count: 0 });
    expect(await countUp(entryOf('admin-1', 'thing'))).toBe(true);
    expect(await countUp(entryOf('admin-1', 'other'), 'other')).toBe(false);
    expect(await countUp(undefined)).toBe(true);
    expect(await things().findOne()).toMatchObject({ count: 2 });
    expect(await entries().find().toArray()).toMatchObject([{ record: { id: 'thing' } }]);
  });

  it('have one entry for each of many concurrent changes of one record', async () => {
    await things().insertOne({ _id: 'thing', count: 0 });
    await Promise.all(Array.from({ length: 20 }, () => countUp(entryOf('admin-1', 'thing'))));
    expect(await things().findOne()).toMatchObject({ count: 20 });
    expect(await entries().countDocuments()).toBe(20);
  });

  /** Changes the thing in a child process that FAILPOINT kills. */
  async function changeUntilKilled(failpoint: string): Promise<void> {
    const from = (file: string) => JSON.stringify(path.join(__dirname, file));
    const script = `
      const { default: mongoose } = await import('mongoose');
      const { saveChange } = await import(${from('../mongo/save-change.ts')});
      const { MONGODB, DATABASE, ENTRY } = process.env;
      const connection = await mongoose.createConnection(MONGODB, { dbName: DATABASE }).asPromise();
      await saveChange(connection, { entry: JSON.parse(ENTRY) }, (session) =>
        connection.collection('things').updateOne({ _id: 'thing' }, { $inc: { count: 1 } }, { session }));`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: __dirname,
      env: {
        ...process.env,
        FAILPOINT: failpoint,
        MONGODB: database.uri,
        DATABASE: database.databaseName,
        ENTRY: JSON.stringify(entryOf('admin-1', 'thing')),
      },
      stdio: 'inherit',
    });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
  }

  it.each([
    ['change.before-events', 0],
    ['change.before-commit', 0],
    ['change.after-commit', 1],
  ])(
    'are both stored or both missing after a kill at %s, and a retry leaves one entry (R-01)',
    async (failpoint, expectedCount) => {
      await things().insertOne({ _id: 'thing', count: 0 });
      await changeUntilKilled(failpoint);
      // Blocks until the open transaction of the killed process is aborted.
      expect(
        await things().findOneAndUpdate({ _id: 'thing' }, { $set: { seen: true } } as object),
      ).toMatchObject({ count: expectedCount });
      expect(await entries().countDocuments()).toBe(expectedCount);
      if (expectedCount === 0) await countUp(entryOf('admin-1', 'thing'));
      expect(await things().findOne()).toMatchObject({ count: 1 });
      expect(await entries().countDocuments()).toBe(1);
    },
  );
});

it('an index of the database removes audit entries after seven years', async () => {
  const indexes = await auditEntryModel(database.connection).collection.indexes();
  expect(indexes.find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toMatchObject({
    key: { at: 1 },
    expireAfterSeconds: 2557 * 24 * 60 * 60,
  });
});

const get = (query: string) => agent.get(`${audit.catalog.list.path}${query}`).set(asAdmin);
interface Page {
  readonly data: { readonly record: { readonly id: string } }[];
  readonly next: string | null;
}
const recordsOf = (body: Pick<Page, 'data'>) => body.data.map(({ record }) => record.id);

/** Entries one minute apart, alternating between two persons. */
async function fill(count: number) {
  await entries().insertMany(
    Array.from({ length: count }, (_, index) => ({
      ...entryOf(index % 2 === 0 ? 'admin-1' : 'admin-2', `r${index}`),
      record: { kind: index % 3 === 0 ? 'offer' : 'product', id: `r${index}` },
      // Two entries per timestamp.
      at: new Date(Date.UTC(2026, 10, 20, 10, Math.floor(index / 2))),
    })),
  );
}

describe('the audit list', () => {
  it('is newest first, in pages that neither skip nor repeat an entry while new ones arrive', async () => {
    await fill(11);
    const recordIds: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: Page } = await get(`?limit=3${cursor ? `&cursor=${cursor}` : ''}`).expect(200);
      recordIds.push(...recordsOf(body));
      cursor = body.next;
      await entries().insertOne({ ...entryOf('admin-1', 'new'), at: new Date(Date.UTC(2026, 10, 21)) });
    } while (cursor);
    expect(recordIds).toHaveLength(11);
    expect(new Set(recordIds)).toEqual(new Set(Array.from({ length: 11 }, (_, index) => `r${index}`)));
    expect(recordIds[0]).toBe('r10');
  });

  it('filters by person, record, kind and time', async () => {
    await fill(6);
    expect(recordsOf((await get('?person=admin-2')).body).toSorted()).toEqual(['r1', 'r3', 'r5']);
    expect(recordsOf((await get('?record=r4')).body)).toEqual(['r4']);
    expect(recordsOf((await get('?kind=offer')).body)).toEqual(['r3', 'r0']);
    const day = '?from=2026-11-20T15:46:00%2B05:45&to=2026-11-20T10:02:00Z';
    expect(recordsOf((await get(day)).body).toSorted()).toEqual(['r2', 'r3']);
  });

  it.each([
    '?person[$ne]=x',
    '?person=',
    '?kind=person',
    '?cursor=abc',
    '?limit=0',
    '?limit=101',
    '?from=yesterday',
    '?sort=name',
  ])('%s is refused (F-10, C-04)', async (query) => {
    expect((await get(query)).body).toMatchObject({ code: 'invalid-request' });
  });

  it.each([
    ['', { at: -1, _id: -1 }],
    ['person.id', { 'person.id': 1, at: -1, _id: -1 }],
    ['record.id', { 'record.id': 1, at: -1, _id: -1 }],
    ['record.kind', { 'record.kind': 1, at: -1, _id: -1 }],
  ])('filtered by "%s" is one index scan in list order', async (field, index) => {
    await fill(20);
    const plan = await auditEntryModel(database.connection)
      .collection.find({ ...(field && { [field]: field === 'record.kind' ? 'offer' : 'admin-1' }) })
      .sort({ at: -1, _id: -1 })
      .limit(4)
      .explain('executionStats');
    const text = JSON.stringify(plan['queryPlanner'].winningPlan);
    expect(text).toContain(JSON.stringify(index));
    expect(text).not.toContain('"SORT"');
    expect(plan['executionStats'].totalDocsExamined).toBeLessThanOrEqual(4);
  });

  it('exports CSV in the same order with escaped formulas, and records the export (F-06)', async () => {
    await entries().insertOne({ ...entryOf('admin-1', 'r1', '=1+1'), at: new Date(Date.UTC(2026, 10, 20)) });
    const answer = await agent.get(`${audit.catalog.export.path}?record=r1`).set(asAdmin).expect(200);
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    expect(answer.text.replace('\u{feff}', '').split('\r\n')).toEqual([
      'Time,Person,Person id,Action,Kind,Record,Before,After,Note,Request',
      "2026-11-20 05:45:00,Name of admin-1,admin-1,changeThing,product,r1,a: 1,a: 2,'=1+1,request-1",
      '',
    ]);
    expect((await get('?kind=audit-entry')).body.data).toMatchObject([
      {
        action: 'exportCatalogAuditEntries',
        record: { id: null },
        changes: [{ field: 'record', after: 'r1' }],
      },
    ]);
  });
});

describe('redaction', () => {
  it('removes notes by record and names by person; the entries stay', async () => {
    const trail = createAuditTrail(database.connection);
    await trail.keep(entryOf('admin-1', 'r1', 'Call Asha Rai'));
    await trail.keep(entryOf('admin-2', 'r2', 'Call Nima'));
    await trail.forgetNotes('r1');
    await trail.forgetPerson('admin-2');
    const { body } = await get('');
    expect(body.data).toMatchObject([
      { person: { id: 'admin-2', name: '' }, note: 'Call Nima' },
      { person: { id: 'admin-1', name: 'Name of admin-1' }, note: '' },
    ]);
  });
});
