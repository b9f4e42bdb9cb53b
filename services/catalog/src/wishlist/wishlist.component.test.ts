import { userDeleted } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import request from 'supertest';
import { forgetLateWrites } from '../accounts/accounts.subscriptions.ts';
import { idNumber } from '../testing/product-builder.ts';
import { putProduct, useTestCatalog } from '../testing/test-catalog.ts';

const userId = '6600000000000000000000c1';
const otherUserId = '6600000000000000000000c2';

const catalog = useTestCatalog({ accountEmail: async () => 'asha.rai@kinmel.example' });
const { tokens } = catalog;
beforeEach(() => catalog.database.empty());

const authorizationOf = (user: string) => ({ Authorization: `Bearer ${tokens.customer(user)}` });
async function change(body: object, user = userId): Promise<string[]> {
  const answer = await request(catalog.server)
    .post('/api/wishlist')
    .set(authorizationOf(user))
    .send(body)
    .expect(200);
  return answer.body.data;
}
async function names(user = userId): Promise<string[]> {
  const answer = await request(catalog.server).get('/api/wishlist').set(authorizationOf(user)).expect(200);
  return answer.body.data.map(({ name }: { name: string }) => name);
}
const [firstId, secondId, thirdId] = [idNumber(1), idNumber(2), idNumber(3)];

describe('the wishlist of an account', () => {
  it('is its own (CAT-W1)', async () => {
    await change({ add: [firstId] });
    expect(await change({}, otherUserId)).toEqual([]);
  });

  it('has each product once, in the order of adding, and merges changes of several browsers (CAT-W1)', async () => {
    await Promise.all([
      change({ add: [firstId, firstId] }),
      change({ add: [secondId] }),
      change({ add: [thirdId, firstId] }),
    ]);
    expect((await change({})).toSorted()).toEqual([firstId, secondId, thirdId]);
    expect(await change({ add: [firstId], remove: [secondId] })).not.toContain(secondId);
    await change({ remove: [firstId, secondId, thirdId] });
    expect(await change({ add: [secondId, firstId] })).toEqual([secondId, firstId]);
  });

  it('has at most 200 products; what does not fit is left out (CAT-W2)', async () => {
    const existingIds = Array.from({ length: 199 }, (_, n) => idNumber(n + 10));
    await change({ add: existingIds });
    expect(await change({ add: [firstId, secondId] })).toEqual([...existingIds, firstId]);
    expect(await change({ remove: [firstId], add: [secondId] })).toEqual([...existingIds, secondId]);
    const tooMany = [...existingIds, firstId, secondId];
    await request(catalog.server)
      .post('/api/wishlist')
      .set(authorizationOf(userId))
      .send({ add: tooMany })
      .expect(400);
  });

  it('is returned with its products, without deleted and unknown ones (CAT-W1)', async () => {
    const ids = await Promise.all(
      ['Pixel 10', 'Pixel 11', 'Pixel 12'].map((name) =>
        putProduct(catalog, { name, price: 90_000, stock: 1 }),
      ),
    );
    await change({ add: [firstId, ...ids] });
    await request(catalog.server)
      .delete(`/api/products/${ids[1]}`)
      .set('Authorization', `Bearer ${tokens.admin()}`)
      .expect(200);
    expect(await names()).toEqual(['Pixel 10', 'Pixel 12']);
  });

  it('is deleted with the account, like its alerts, even if a token outlives the account (CAT-A7, CAT-W3)', async () => {
    const alert = { kind: 'wish', text: 'Pixel 10', email: 'asha.rai@kinmel.example' };
    const requestAlert = () =>
      request(catalog.server).post('/api/alerts').set(authorizationOf(userId)).send(alert).expect(201);
    const storedCounts = async () => [
      await catalog.database.connection.collection('wishlists').countDocuments(),
      await catalog.database.connection.collection('alerts').countDocuments(),
    ];
    await change({ add: [firstId] });
    await requestAlert();
    await catalog.bus.publish(
      createEvent(userDeleted, { aggregateId: userId, aggregateVersion: 2, data: { userId } }),
    );
    await catalog.bus.settle();
    expect(await storedCounts()).toEqual([0, 0]);
    await change({ add: [firstId] });
    await requestAlert();
    await forgetLateWrites(catalog.context);
    expect(await storedCounts()).toEqual([0, 0]);
  });
});
