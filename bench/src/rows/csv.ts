import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createAuditTrail, shopDays } from '@kinmel/service-kit';
import { exportRequests } from '@kinmel/service-request/export-requests';
import { createRequestStores } from '@kinmel/service-request/request-stores';
import mongoose from 'mongoose';
import type { Figure } from '../measure/figure.ts';
import { databaseOf } from '../measure/orders.ts';
import { fillPhoneOrders, phoneOrdersInList } from '../measure/phone-orders.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { median } from '../measure/shot.ts';

const rounds = 7;
const warmUps = 3;

/** Not used by a list of phone orders. */
const calendar = {
  timeZone: 'UTC',
  dayOf: shopDays('UTC'),
  closedDays: new Set<string>(),
  seats: 1,
  daysAhead: 1,
  leadMinutes: 0,
};
const retention = { requestDays: 730, photoDays: 180 };

/** Processor time of this process in milliseconds, all threads. */
async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Row 21: the CSV of 10,000 phone orders, over reading their documents with the bare driver in the same process. */
export async function csv({ mongodbUrl }: MeasuredShop): Promise<Figure> {
  await fillPhoneOrders(mongodbUrl);
  const connection = await mongoose
    .createConnection(mongodbUrl, { dbName: databaseOf('service_request'), autoIndex: false })
    .asPromise();
  try {
    const context = {
      requests: createRequestStores(connection, { calendar, retention, now: () => new Date() }),
      audit: createAuditTrail(connection),
    };
    const query = { kind: 'phone-order', status: 'all', search: '' } as const;
    const write = async () => {
      let lines = 0;
      const answer = await exportRequests(context, { ...query, columns: undefined });
      const taken = new Writable({
        write(chunk: Buffer, _encoding, done) {
          for (const byte of chunk) if (byte === 10) lines += 1;
          done();
        },
      });
      await pipeline(...(await answer.open()), taken);
      if (lines < phoneOrdersInList) throw new Error(`The CSV has ${lines} lines.`);
    };
    const read = async () => {
      let rows = 0;
      const orders = connection.collection('phone_orders');
      const sort = { createdAt: -1, _id: -1 } as const;
      for await (const _order of orders.find({ deletedAt: null }, { sort, projection: { outbox: 0 } }))
        rows += 1;
      if (rows < phoneOrdersInList) throw new Error(`There are ${rows} phone orders.`);
    };
    for (let round = 0; round < warmUps; round += 1) {
      await write();
      await read();
    }
    const pairs: { csvMs: number; readMs: number }[] = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ csvMs: await cpuMsOf(write), readMs: await cpuMsOf(read) });
    const ratios = pairs.map(({ csvMs, readMs }) => csvMs / readMs);
    return {
      row: '21 CSV of 10,000 phone orders',
      value: median(ratios),
      unit: 'ratio',
      gate: 3,
      isExact: false,
      remark: `processor time beside reading the rows in the same process: ${median(pairs.map(({ csvMs }) => csvMs)).toFixed(0)} ms, ${median(pairs.map(({ readMs }) => readMs)).toFixed(0)} ms, pairs ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
    };
  } finally {
    await connection.close();
  }
}
