import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { testFolder } from '@kinmel/testing/folder';
import { testBroker, testMongoUri } from '@kinmel/testing/servers';
import { connect } from 'amqplib';
import { mongo } from 'mongoose';
import { checkBooks } from '../check-books/check-books.ts';
import { openOrder, openSmallShop, type SmallShop } from '../check-books/testing/small-shop.ts';
import { backUp } from './backup.ts';
import { openFolders } from './copy-files.ts';
import { restore } from './restore.ts';
import type { ShopParts } from './shop-parts.ts';

const broker = testBroker();
const folder = testFolder();
const folders = { uploads: folder.pathOf('uploads'), registry: folder.pathOf('registry') };
const queue = 'notification.order-placed';
let shop: SmallShop;
let parts: ShopParts;
let copies = 0;
const newCopy = () => folder.pathOf(`copy-${++copies}`);

beforeAll(async () => {
  shop = await openSmallShop();
  parts = {
    mongodbUri: testMongoUri(),
    databasePrefix: shop.prefix,
    amqpUrl: broker.url,
    queuePrefix: broker.prefix,
    files: await openFolders(folders),
    keys: { DEVICE_KEY: 'a key' },
  };
});
beforeEach(async () => {
  await shop.reset();
  for (const name of ['uploads', 'registry']) rmSync(folder.pathOf(name), { recursive: true, force: true });
  folder.write('uploads/one/320.webp', 'a picture');
  folder.write('uploads/.unfinished-two/320.webp', 'half a picture');
  folder.write('registry/000001/revision.json', '{}');
});
afterAll(() => shop.drop());

/** Hashes of all documents, by service and collection. */
async function hashes() {
  const hashes: Record<string, unknown> = {};
  for (const service of ['auth', 'order', 'catalog', 'offer', 'notification', 'service_request', 'device'])
    hashes[service] = (await shop.database(service).command({ dbHash: 1 }))['collections'];
  return hashes;
}

const expectRefused = async (work: Promise<unknown>, why: RegExp) => {
  const before = await hashes();
  await expect(work).rejects.toThrow(why);
  expect(await hashes()).toEqual(before);
  expect(readFileSync(folder.pathOf('uploads/one/320.webp'), 'utf8')).toBe('a picture');
};

describe('a restored shop', () => {
  it('has every document with its types and every file, and its books are in order', async () => {
    const copy = newCopy();
    await shop.collection('order.orders').createIndex({ number: 1 });
    // Only what messaging deletes by age changes.
    const withoutMessages = (all: Record<string, unknown>) =>
      JSON.stringify(all, (name, value) => (/^(inbox|outbox|parked_events)$/.test(name) ? undefined : value));
    const before = withoutMessages(await hashes());
    const { files } = await backUp(parts, copy);
    expect(Object.keys(files).filter((name) => name.startsWith('files/'))).toEqual([
      'files/uploads/one/320.webp',
      'files/registry/000001/revision.json',
    ]);
    await shop.collection('order.orders').deleteMany({});
    folder.write('uploads/later/320.webp', 'a picture that the copy does not have');
    await restore(parts, copy, true);
    expect(withoutMessages(await hashes())).toBe(before);
    expect(readFileSync(folder.pathOf('uploads/one/320.webp'), 'utf8')).toBe('a picture');
    expect(() => readFileSync(folder.pathOf('uploads/later/320.webp'))).toThrow('ENOENT');
    expect(await shop.collection('order.orders').indexes()).toContainEqual(
      expect.objectContaining({ key: { number: 1 } }),
    );
    const { findings } = await checkBooks({ ...parts, amqpUrl: undefined, settleMs: 0 });
    expect(findings.flatMap(({ id, offences }) => offences.map(({ text }) => `${id} ${text}`))).toEqual([]);
  });

  it('is copied while an operator has the profiler of the database on', async () => {
    const copy = newCopy();
    await shop.database('order').command({ profile: 2 });
    try {
      const { collections } = await backUp(parts, copy);
      expect(collections.filter(({ name }) => name.startsWith('system.'))).toEqual([]);
    } finally {
      await shop.database('order').command({ profile: 0 });
      await shop.collection('order.system.profile').drop();
    }
  });

  it('has the files of a nested folder only once', async () => {
    folder.write('uploads/shell/1.0.0/version.json', '{}');
    const files = await openFolders({ ...folders, shell: folder.pathOf('uploads/shell') });
    const nested = { ...parts, files };
    const copy = newCopy();
    const { files: copied } = await backUp(nested, copy);
    expect(Object.keys(copied).filter((path) => path.endsWith('version.json'))).toEqual([
      'files/shell/1.0.0/version.json',
    ]);
    await restore(nested, copy, true);
    expect(readFileSync(folder.pathOf('uploads/shell/1.0.0/version.json'), 'utf8')).toBe('{}');
  });

  it('is one snapshot, while orders are placed', async () => {
    const copy = newCopy();
    const client = await new mongo.MongoClient(testMongoUri()).connect();
    let isCopying = true;
    const countUp = async () => {
      for (let count = 1; isCopying; count += 1)
        await client.withSession((session) =>
          session.withTransaction(async () => {
            for (const service of ['auth', 'device'])
              await client
                .db(`${shop.prefix}_${service}`)
                .collection('counted')
                .updateOne({ _id: 'count' as never }, { $set: { count } }, { upsert: true, session });
          }),
        );
    };
    const counting = countUp();
    try {
      await backUp(parts, copy);
    } finally {
      isCopying = false;
      await counting;
      await client.close();
    }
    await restore(parts, copy, true);
    const [first, last] = await Promise.all(
      ['auth', 'device'].map((service) => shop.collection(`${service}.counted`).findOne({})),
    );
    expect(first).toEqual(last);
  });

  it('sends a parked message again to the queue that had it, although the data is no longer in its outbox', async () => {
    const model = await connect(broker.url);
    const channel = await model.createChannel();
    const parkedQueue = `${broker.prefix}${queue}.parked`;
    await channel.assertQueue(parkedQueue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    const event = {
      eventId: randomUUID(),
      type: 'order.placed',
      version: 1,
      aggregateId: openOrder,
      aggregateVersion: 1,
      occurredAt: new Date().toISOString(),
      data: { orderId: openOrder },
    };
    channel.sendToQueue(parkedQueue, Buffer.from(JSON.stringify(event)), { persistent: true });
    channel.sendToQueue(parkedQueue, Buffer.from('no event'), { persistent: true });
    try {
      while ((await channel.checkQueue(parkedQueue)).messageCount < 2);
      const copy = newCopy();
      await backUp(parts, copy);
      await expect(restore(parts, copy, false)).rejects.toThrow(`the queue ${parkedQueue}`);
      const { unknown } = await restore(parts, copy, true);
      expect(unknown).toEqual([{ queue, body: 'no event' }]);
      expect((await channel.checkQueue(parkedQueue)).messageCount).toBe(0);
      expect(await shop.collection('order.outbox').findOne({ _id: event.eventId })).toEqual({
        _id: event.eventId,
        record: openOrder,
        event,
        sentAt: null,
        waitingFor: [queue],
      });
    } finally {
      await channel.deleteQueue(parkedQueue);
      await model.close();
    }
  });

  it('has the recent events as just sent, and keeps the marks of those that were handled', async () => {
    const day = 24 * 60 * 60_000;
    await shop.publish('order.orders', { type: 'order.placed', aggregateId: openOrder, sentMsAgo: 2 * day });
    const copy = newCopy();
    await backUp(parts, copy);
    await restore(parts, copy, true);
    const recent = { $gt: new Date(Date.now() - 10 * 60_000) };
    const withData = { 'event.data': { $exists: true }, sentAt: { $type: 'date' } };
    const outbox = shop.collection('order.outbox');
    expect(await outbox.countDocuments({ ...withData, sentAt: recent })).toBe(
      await outbox.countDocuments(withData),
    );
    const inbox = shop.collection('catalog.inbox');
    expect(await inbox.countDocuments({ handledAt: recent })).toBe(await inbox.countDocuments({}));
  });
});

describe('a restore is refused, and changes nothing,', () => {
  let copy: string;
  beforeEach(async () => {
    copy = newCopy();
    await backUp(parts, copy);
  });

  it('when the shop is not empty', () =>
    expectRefused(restore(parts, copy, false), /not empty: the database of catalog/));

  it('of an incomplete copy', async () => {
    rmSync(`${copy}/manifest.json`);
    await expectRefused(restore(parts, copy, true), /no whole copy: it has no manifest.json/);
  });

  it('of a folder of copies, and names them', () =>
    expectRefused(
      restore(parts, dirname(copy), true),
      new RegExp(`has copies, which one\\? .*${basename(copy)}`),
    ));

  it('of a copy with a changed or a missing file', async () => {
    appendFileSync(`${copy}/files/uploads/one/320.webp`, '!');
    await expectRefused(restore(parts, copy, true), /files\/uploads\/one\/320.webp has changed/);
    rmSync(`${copy}/files/uploads/one/320.webp`);
    await expectRefused(restore(parts, copy, true), /files\/uploads\/one\/320.webp is missing/);
  });

  it('of a copy of another version', async () => {
    const manifest = JSON.parse(readFileSync(`${copy}/manifest.json`, 'utf8'));
    writeFileSync(`${copy}/manifest.json`, JSON.stringify({ ...manifest, version: '0.0.1' }));
    await expectRefused(restore(parts, copy, true), /copy of version 0.0.1/);
  });

  it('with the keys of another installation', () =>
    expectRefused(
      restore({ ...parts, keys: { DEVICE_KEY: 'another' } }, copy, true),
      /other keys: DEVICE_KEY/,
    ));

  it('while a service runs', async () => {
    await shop
      .collection('order.leases')
      .insertOne({ _id: 'outbox-relay', instances: [{ id: 'one', until: new Date(Date.now() + 60_000) }] });
    try {
      await expectRefused(restore(parts, copy, true), /Stop all services first.*: order/);
    } finally {
      await shop.collection('order.leases').deleteMany({});
    }
  });
});

it('a backup into a folder that has files is refused', async () => {
  const copy = newCopy();
  await backUp(parts, copy);
  await expect(backUp(parts, copy)).rejects.toThrow(/is not empty/);
});
