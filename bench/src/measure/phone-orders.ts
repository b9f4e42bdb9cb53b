import { randomBytes } from 'node:crypto';
import { mongo } from 'mongoose';
import { databaseOf } from './orders.ts';

export const phoneOrdersInList = 10_000;

const statuses = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled'];
const priorities = ['standard', 'express', 'urgent'];
const dayMs = 86_400_000;

/**
 * Fills the back office's list of phone orders up to the bound of its answer (SIL-58), with copies of an order of the sample
 * data. Each column has an order of its own among them, so that each sort shows another row first.
 */
export async function fillPhoneOrders(mongodbUrl: string): Promise<void> {
  const client = new mongo.MongoClient(mongodbUrl);
  try {
    const orders = client.db(databaseOf('service_request')).collection('phone_orders');
    const [sample, there] = await Promise.all([
      orders.findOne({ deletedAt: null, name: { $ne: '' } }),
      orders.countDocuments({ deletedAt: null }),
    ]);
    if (!sample) throw new Error('The sample data has no phone order.');
    const { _id, idempotencyKey: _key, bodyHash: _hash, outbox: _outbox, ...fields } = sample;
    const startedAt = Date.now() - 30 * dayMs;
    const added = Array.from({ length: phoneOrdersInList - there }, (_, index) => {
      const turned = (by: number, from: number) =>
        String(((index + from) * by) % phoneOrdersInList).padStart(5, '0');
      const createdAt = new Date(startedAt - Number(turned(7919, 1)) * 60_000);
      const name = `Customer ${turned(6007, 2)}`;
      const email = `customer-${index}@example.com`;
      const model = `Phone ${turned(4001, 3)}`;
      return {
        ...fields,
        name,
        email,
        model,
        searchText: [name, email, fields['phone'], model].join('\n').toLowerCase(),
        status: statuses[index % statuses.length],
        priority: priorities[index % priorities.length],
        quantity: (index % 10) + 1,
        unitPriceInMinorUnits: 100 * (1 + Number(turned(3001, 4))),
        tokenHash: randomBytes(32).toString('hex'),
        createdAt,
        updatedAt: createdAt,
        promisedAt: null,
        forgetAt: null,
        outbox: [],
      };
    });
    if (added.length > 0) await orders.insertMany(added);
  } finally {
    await client.close();
  }
}
