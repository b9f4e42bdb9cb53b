import { userDeleted } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import request from 'supertest';
import { forgetLateWrites } from '../accounts/accounts.subscriptions.ts';
import { idNumber } from '../testing/product-builder.ts';
import { putProduct, useTestCatalog } from '../testing/test-catalog.ts';

const userId = '6600000000000000000000c1';
const another = '6600000000000000000000c2';

const catalog = useTestCatalog({ accountEmail: async () => 'asha.rai@kinmel.example' });
const { tokens } = catalog;
beforeEach(() => catalog.database.empty());

const as = (user: string) => ({ Authorization: `Bearer ${tokens.customer(user)}` });
async function change(body: object, user = userId): Promise<string[]> {
  const answer = await request(catalog.server).post('/api/wishlist').set(as(user)).send(body).expect(200);
  return answer.body.data;
}
async function names(user = userId): Promise<string[]> {
  const answer = await request(catalog.server).get('/api/wishlist').set(as(user)).expect(200);
  return answer.body.data.map(({ name }: { name: string }) => name);
}
const [one, two, three] = [idNumber(1), idNumber(2), idNumber(3)];

describe('the wishlist of an account', () => {
  it('is its own (CAT-W1)', async () => {
    await change({ add: [one] });
    expect(await change({}, another)).toEqual([]);
  });

  it('has each product once, in the order of adding, and merges changes of several browsers (CAT-W1)', async () => {
    await Promise.all([change({ add: [one, one] }), change({ add: [two] }), change({ add: [three, one] })]);
    expect((await change({})).toSorted()).toEqual([one, two, three]);
    expect(await change({ add: [one], remove: [two] })).not.toContain(two);
    await change({ remove: [one, two, three] });
    expect(await change({ add: [two, one] })).toEqual([two, one]);
  });

  it('has at most 200 products; what does not fit is left out (CAT-W2)', async () => {
    const many = Array.from({ length: 199 }, (_, n) => idNumber(n + 10));
    await change({ add: many });
    expect(await change({ add: [one, two] })).toEqual([...many, one]);
    expect(await change({ remove: [one], add: [two] })).toEqual([...many, two]);
    const tooMany = [...many, one, two];
    await request(catalog.server).post('/api/wishlist').set(as(userId)).send({ add: tooMany }).expect(400);
  });

  it('is answered with its products, without deleted and unknown ones (CAT-W1)', async () => {
    const ids = await Promise.all(
      ['Pixel 10', 'Pixel 11', 'Pixel 12'].map((name) =>
        putProduct(catalog, { name, price: 90_000, stock: 1 }),
      ),
    );
    await change({ add: [one, ...ids] });
    await request(catalog.server)
      .delete(`/api/products/${ids[1]}`)
      .set('Authorization', `Bearer ${tokens.admin()}`)
      .expect(200);
    expect(await names()).toEqual(['Pixel 10', 'Pixel 12']);
  });

  it('ends with the account, as its alerts do, also when a token outlives it (CAT-A7, CAT-W3)', async () => {
    const alert = { kind: 'wish', text: 'Pixel 10', email: 'asha.rai@kinmel.example' };
    const ask = () => request(catalog.server).post('/api/alerts').set(as(userId)).send(alert).expect(201);
    const kept = async () => [
      await catalog.database.connection.collection('wishlists').countDocuments(),
      await catalog.database.connection.collection('alerts').countDocuments(),
    ];
    await change({ add: [one] });
    await ask();
    await catalog.bus.publish(
      createEvent(userDeleted, { aggregateId: userId, aggregateVersion: 2, data: { userId } }),
    );
    await catalog.bus.settle();
    expect(await kept()).toEqual([0, 0]);
    await change({ add: [one] });
    await ask();
    await forgetLateWrites(catalog.context);
    expect(await kept()).toEqual([0, 0]);
  });
});
