import { type EventDefinition, type EventOf, type Problem, problemSchema } from '@kinmel/contracts';
import { cancelledEvent, eventually, placedEvent, statusEvent, storedEvents } from '@kinmel/testing';
import request from 'supertest';
import { changeOffer, type StoredOffer } from '../offers/offer.rules.ts';
import { createOfferModel } from '../offers/offers.store.ts';
import { editOffer } from '../offers/save-offer.ts';
import { anOffer } from '../testing/offer-builder.ts';
import { serviceToken, startTestOffer, type TestOffer } from '../testing/test-offer.ts';
import { orderWasCancelled, orderWasConfirmed, orderWasPlaced } from './follow-order.ts';
import { rebuildCounts } from './rebuild/rebuild-counts.ts';
import { redeemOffers } from './redeem-offers.ts';
import { createRedemptionModel } from './redemptions.store.ts';
import { settleOverdue } from './settle-overdue.ts';

// Generous, because test machines may be loaded.
jest.setTimeout(120_000);

let offer: TestOffer;
beforeAll(async () => {
  offer = await startTestOffer();
});
afterAll(() => offer.stop());
beforeEach(async () => {
  offer.setClock('2026-11-21T06:00:00Z');
  offer.requests.length = 0;
  await createOfferModel(offer.connection).deleteMany({});
  await createRedemptionModel(offer.connection).deleteMany({});
});

const offers = () => createOfferModel(offer.connection);
const ledger = () => createRedemptionModel(offer.connection);
const newId = () => offer.context.newId();

async function addOffer(overrides: Parameters<typeof anOffer>[0] = {}): Promise<string> {
  const id = newId();
  // A unique promo code.
  await offer.context.offers.insert(anOffer({ id, promoCode: id.slice(4), ...overrides }), '2026-11-21', []);
  return id;
}

const asOrder = (path: string, body: object) =>
  request(offer.server).post(path).set('x-kinmel-service-token', serviceToken).send(body);
/** Resolves with the refusal, or null when reserved. */
async function redeem(offerIds: readonly string[], orderId = newId()): Promise<Problem | null> {
  const { status, body } = await asOrder('/internal/redemptions', { orderId, userId: 'user-1', offerIds });
  return status === 200 ? null : problemSchema.parse(body);
}
const expectReserved = async (offerIds: readonly string[], orderId?: string) =>
  expect(await redeem(offerIds, orderId)).toBeNull();
async function expectRefusal(offerIds: readonly string[], orderId?: string): Promise<Problem> {
  const refusal = await redeem(offerIds, orderId);
  if (!refusal) throw new Error('The reservation was not refused.');
  return refusal;
}
const release = (orderId: string) => asOrder(`/internal/redemptions/${orderId}/release`, {});
const countOf = async (id: string) => (await offers().findById(id).lean())?.currentRedemptions;
const entryOf = (orderId: string) => ledger().findById(orderId).lean();

/** The invariant (I-5): each count is within its limit and equals the ledger. */
async function expectBooksHold(): Promise<void> {
  for (const { _id, currentRedemptions, maxRedemptions } of await offers().find({}).lean()) {
    const entries = await ledger().find({ offerIds: _id.toHexString() }).lean();
    expect(currentRedemptions).toBe(entries.filter(({ state }) => state !== 'released').length);
    expect(currentRedemptions).toBeLessThanOrEqual(maxRedemptions ?? Number.POSITIVE_INFINITY);
  }
}

const placedEventOf = (orderId: string, offerIds: readonly string[]) =>
  placedEvent(orderId, [], { offerIds });

/** Publishes events and waits until they are handled. */
async function publishAndWait(...events: EventOf<EventDefinition>[]): Promise<void> {
  const inbox = offer.connection.collection<{ _id: string }>('inbox');
  for (const event of events) {
    await offer.bus.publish(event);
    const key = `offer.${event.type.replaceAll('.', '-')}:${event.eventId}`;
    await eventually(async () => (await inbox.findOne({ _id: key })) !== null);
  }
}

describe('reserving', () => {
  it('reserves one redemption of each offer for the order, with a time limit (OFF-R1, SIL-50)', async () => {
    const [a, b] = [await addOffer(), await addOffer({ maxRedemptions: 5 })];
    const orderId = newId();
    await expectReserved([b, a, a.toUpperCase()], orderId);
    expect(await entryOf(orderId)).toMatchObject({
      state: 'reserved',
      userId: 'user-1',
      offerIds: [a, b].toSorted(),
      holdUntil: new Date('2026-11-21T06:01:00Z'),
    });
    expect([await countOf(a), await countOf(b)]).toEqual([1, 1]);
  });

  it.each([1, 5])(
    'with %d left, exactly that many of 100 concurrent orders get one (S-05, I-5, OFF-R3)',
    async (limit) => {
      const id = await addOffer({ maxRedemptions: limit });
      const answers = await Promise.all(Array.from({ length: 100 }, () => redeem([id])));
      const successes = answers.filter((answer) => answer === null);
      const refusals = answers.filter((answer) => answer !== null);
      expect([successes.length, refusals.length]).toEqual([limit, 100 - limit]);
      const details = [{ path: id, message: 'used-up' }];
      expect(refusals[0]).toMatchObject({ code: 'offer-not-available', details });
      expect(await countOf(id)).toBe(limit);
      await expectBooksHold();
    },
  );

  it('a hundred concurrent orders with one code succeed without aborted transactions', async () => {
    const id = await addOffer();
    // Called once per attempt, so that retries are visible.
    const writes = jest.spyOn(offer.context.redemptions, 'insert');
    const answers = await Promise.all(Array.from({ length: 100 }, () => redeem([id])));
    const tries = writes.mock.calls.length;
    writes.mockRestore();
    expect(new Set(answers)).toEqual(new Set([null]));
    expect(await countOf(id)).toBe(100);
    expect(tries).toBe(100);
  });

  it('by several instances never exceeds the limit (I-5, OFF-R3)', async () => {
    const id = await addOffer({ maxRedemptions: 7 });
    // Without the queue, which instances do not share.
    const context = { ...offer.context, redemptionQueue: { run: <T>(work: () => Promise<T>) => work() } };
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () =>
        redeemOffers(context, { orderId: newId(), userId: 'u', offerIds: [id] }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(await countOf(id)).toBe(7);
    await expectBooksHold();
  });

  it('of several offers succeeds for all or none, and names each unavailable one (OFF-R2, OFF-O3)', async () => {
    const available = await addOffer();
    const usedUp = await addOffer({ maxRedemptions: 1 });
    const ended = await addOffer({ validUntil: '2026-11-20' });
    const unknownId = newId();
    await expectReserved([usedUp]);
    const refusal = await expectRefusal([available, usedUp, ended, unknownId]);
    expect(refusal.details?.map(({ path }) => path).toSorted()).toEqual(
      [usedUp, ended, unknownId].toSorted(),
    );
    expect(await countOf(available)).toBe(0);
    await expectBooksHold();
  });

  it('the same two offers in opposite orders does not deadlock (OFF-R2)', async () => {
    const [a, b] = [await addOffer({ maxRedemptions: 10 }), await addOffer({ maxRedemptions: 10 })];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => redeem(n % 2 === 0 ? [a, b] : [b, a])),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(10);
    expect([await countOf(a), await countOf(b)]).toEqual([10, 10]);
    await expectBooksHold();
  });

  it('20 times for one order is one redemption, and refused for other offers (OFF-R4)', async () => {
    const [id, other] = [await addOffer({ maxRedemptions: 3 }), await addOffer()];
    const orderId = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem([id], orderId)));
    expect(new Set(answers)).toEqual(new Set([null]));
    const refusal = await expectRefusal([other], orderId);
    expect(refusal).toMatchObject({ code: 'conflict', details: [{ message: 'other-offers' }] });
    expect([await countOf(id), await countOf(other)]).toEqual([1, 0]);
  });
});

describe('the event of a used-up offer', () => {
  const eventsOf = async (id: string) => {
    const events = await storedEvents(offers().db, id);
    return events.map(({ type, aggregateVersion, data }) => [
      type,
      aggregateVersion,
      (data as { isUsedUp: boolean }).isUsedUp,
    ]);
  };

  it('is published when the last redemption is used and when it is released, and at no other time (OFF-O7)', async () => {
    const id = await addOffer({ maxRedemptions: 2 });
    await expectReserved([id]);
    expect(await eventsOf(id)).toEqual([]);
    const last = newId();
    await expectReserved([id], last);
    await expectReserved([id], last);
    await expectRefusal([id]);
    expect(await eventsOf(id)).toEqual([['offer.updated', 2, true]]);
    await release(last).expect(200);
    await release(last).expect(200);
    const usedUp = ['offer.updated', 2, true];
    expect(await eventsOf(id)).toEqual([usedUp, ['offer.updated', 3, false]]);
  });

  it('is published for concurrent orders, for an order without a hold, and for a recount (OFF-O7)', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => addOffer({ maxRedemptions: 1 })));
    const [contested = '', unreserved = '', recounted = ''] = ids;
    await Promise.all([redeem([contested]), redeem([contested]), redeem([contested])]);
    await offer.context.inTransaction((session) =>
      orderWasPlaced(offer.context, { orderId: newId(), userId: 'user-1', offerIds: [unreserved] }, session),
    );
    await offers().updateOne({ _id: recounted }, { currentRedemptions: 1 });
    await rebuildCounts(offer.context);
    expect(await eventsOf(contested)).toEqual([['offer.updated', 2, true]]);
    expect(await eventsOf(unreserved)).toEqual([['offer.updated', 2, true]]);
    expect(await eventsOf(recounted)).toEqual([['offer.updated', 2, false]]);
  });

  it('is not published for deleted offers (OFF-O6, ORD-C5)', async () => {
    const id = await addOffer({ maxRedemptions: 1 });
    const orderId = newId();
    await expectReserved([id], orderId);
    await offers().updateOne({ _id: id }, { deletedAt: new Date() });
    const before = await eventsOf(id);
    await release(orderId).expect(200);
    expect(await eventsOf(id)).toEqual(before);
  });

  it('is correct when an edit of the limit races the last redemption (OFF-O7)', async () => {
    const id = await addOffer({ maxRedemptions: null });
    const before = await offer.context.offers.find(id);
    if (!before) throw new Error('The offer is missing.');
    const change = changeOffer(before, { maxRedemptions: 1 }, new Date());
    expect(change.events).toMatchObject([{ data: { isUsedUp: false } }]);
    await expectReserved([id]);
    expect(await offer.context.offers.replace(before, change.offer, '2026-11-21', [])).toBe('stale');
    const limited = (stored: StoredOffer) => changeOffer(stored, { maxRedemptions: 1 }, new Date());
    expect(await editOffer(offer.context, id, limited, {})).toMatchObject({ version: 2 });
    expect(await eventsOf(id)).toEqual([['offer.updated', 2, true]]);
  });
});

describe('releasing', () => {
  it('an order that was not placed releases once, however often requested (OFF-R9, I-10, R-22)', async () => {
    const id = await addOffer({ maxRedemptions: 1 });
    const orderId = newId();
    await expectReserved([id], orderId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => release(orderId).expect(200)));
    expect(answers.reduce((sum, { body }) => sum + body.released, 0)).toBe(1);
    expect(await countOf(id)).toBe(0);
    await expectReserved([id]);
  });

  it('before the reserving call closes the order for it (OFF-R9, R-22)', async () => {
    const id = await addOffer();
    const orderId = newId();
    await release(orderId).expect(200);
    const refusal = await expectRefusal([id], orderId);
    expect(refusal).toMatchObject({ code: 'conflict', details: [{ message: 'closed' }] });
    expect(await countOf(id)).toBe(0);
  });

  it('concurrently with reserving leaves nothing reserved (OFF-R9, R-22, I-10)', async () => {
    const id = await addOffer();
    const orders = Array.from({ length: 30 }, newId);
    await Promise.all(orders.flatMap((orderId) => [redeem([id], orderId), release(orderId).expect(200)]));
    await Promise.all(orders.map((orderId) => release(orderId).expect(200)));
    expect(await countOf(id)).toBe(0);
    await expectBooksHold();
  });

  it('a cancelled order releases once, captured or not (OFF-R8, I-10)', async () => {
    const id = await addOffer({ maxRedemptions: 9 });
    const [early, late] = [newId(), newId()];
    await expectReserved([id], early);
    await expectReserved([id], late);
    await publishAndWait(
      placedEventOf(early, [id]),
      placedEventOf(late, [id]),
      statusEvent(late, 'confirmed'),
    );
    await publishAndWait(cancelledEvent(early), cancelledEvent(late), cancelledEvent(late));
    expect(await countOf(id)).toBe(0);
    await expectBooksHold();
  });

  it('works once for 100 orders whose cancellation arrives before their first event (R-22, I-5, I-10)', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => addOffer()));
    const { inTransaction } = offer.context;
    const orders = Array.from({ length: 100 }, (_, n) => ({ orderId: newId(), offerId: ids[n % 10] ?? '' }));
    await Promise.all(orders.map(({ orderId, offerId }) => expectReserved([offerId], orderId)));
    for (let from = 0; from < orders.length; from += 10) {
      await Promise.all(
        orders
          .slice(from, from + 10)
          .flatMap(({ orderId, offerId }) => [
            inTransaction((session) => orderWasCancelled(offer.context, orderId, session)),
            inTransaction((session) =>
              orderWasPlaced(offer.context, { orderId, userId: 'u', offerIds: [offerId] }, session),
            ),
            inTransaction((session) => orderWasConfirmed(offer.context, orderId, session)),
          ]),
      );
    }
    expect(await Promise.all(ids.map(countOf))).toEqual(ids.map(() => 0));
    expect(await ledger().countDocuments({ state: 'released' })).toBe(100);
  });

  it('of a deleted offer keeps the ledger correct', async () => {
    const id = await addOffer();
    const orderId = newId();
    await expectReserved([id], orderId);
    await request(offer.server)
      .delete(`/api/special-offers/${id}`)
      .set('Authorization', `Bearer ${offer.tokens.admin()}`)
      .expect(200);
    await publishAndWait(
      placedEventOf(orderId, [id]),
      statusEvent(orderId, 'confirmed'),
      cancelledEvent(orderId),
    );
    expect(await countOf(id)).toBe(0);
    await expectBooksHold();
  });
});

describe('a placed order', () => {
  it('keeps its redemption without a question to the order service, also when it returns to pending (OFF-R5)', async () => {
    const id = await addOffer();
    const orderId = newId();
    await expectReserved([id], orderId);
    await publishAndWait(placedEventOf(orderId, [id]), statusEvent(orderId, 'pending'));
    offer.setClock('2026-11-22T06:00:00Z');
    expect(await settleOverdue(offer.context)).toEqual({ settled: 0, unsettled: 0, stuck: 0 });
    expect(await entryOf(orderId)).toMatchObject({ state: 'reserved', holdUntil: null });
  });

  it('is counted once even if it never reserved (OFF-R5)', async () => {
    const id = await addOffer();
    const [reservedOrder, unreservedOrder] = [newId(), newId()];
    await expectReserved([id], reservedOrder);
    for (const orderId of [reservedOrder, unreservedOrder, unreservedOrder])
      await offer.context.inTransaction((session) =>
        orderWasPlaced(offer.context, { orderId, userId: 'user-1', offerIds: [id] }, session),
      );
    expect(await countOf(id)).toBe(2);
    for (const orderId of [reservedOrder, unreservedOrder])
      expect(await entryOf(orderId)).toMatchObject({ state: 'reserved', holdUntil: null, offerIds: [id] });
    await expectBooksHold();
  });

  it.each(['confirmed', 'shipped'] as const)(
    'that becomes %s captures its redemption once, with an event (OFF-R6, SIL-50)',
    async (status) => {
      const id = await addOffer();
      const orderId = newId();
      await expectReserved([id], orderId);
      await publishAndWait(
        placedEventOf(orderId, [id]),
        statusEvent(orderId, status),
        statusEvent(orderId, status, 3),
      );
      expect(await entryOf(orderId)).toMatchObject({ state: 'captured' });
      const publishedEvents = () => offer.bus.published.filter((event) => event.aggregateId === id);
      await eventually(() => publishedEvents().length > 0);
      expect(publishedEvents()).toMatchObject([
        { type: 'offer.redeemed', data: { offerId: id, orderId, currentRedemptions: 1 } },
      ]);
    },
  );
});

describe('an overdue hold (OFF-R7)', () => {
  async function overdueOrder() {
    const id = await addOffer();
    const orderId = newId();
    await expectReserved([id], orderId);
    offer.setClock('2026-11-21T06:01:30Z');
    return { id, orderId };
  }

  it('is not settled before it is overdue', async () => {
    const orderId = newId();
    await expectReserved([await addOffer()], orderId);
    offer.setClock('2026-11-21T06:00:59Z');
    await settleOverdue(offer.context);
    expect(offer.requests).not.toContain(orderId);
  });

  it.each([
    ['abandoned', 0, { state: 'released' }],
    ['placed', 1, { state: 'reserved', holdUntil: null }],
    ['cancelled', 0, { state: 'released' }],
  ] as const)(
    'of an order that is %s leaves %i redemptions, also when its events arrive',
    async (state, count, entry) => {
      const { id, orderId } = await overdueOrder();
      offer.orderSays(state);
      expect(await settleOverdue(offer.context)).toMatchObject({ settled: 1 });
      expect(offer.requests).toContain(orderId);
      if (state === 'cancelled') await publishAndWait(cancelledEvent(orderId));
      if (state !== 'abandoned') await publishAndWait(placedEventOf(orderId, [id]));
      expect([await countOf(id), await entryOf(orderId)]).toMatchObject([count, entry]);
      await expectBooksHold();
    },
  );

  it('stays reserved while the order service is unavailable, and is counted as stuck after a minute', async () => {
    const { id, orderId } = await overdueOrder();
    offer.orderSays(new Error('order is away'));
    expect(await settleOverdue(offer.context)).toEqual({ settled: 0, unsettled: 1, stuck: 0 });
    offer.setClock('2026-11-21T06:02:30Z');
    expect(await settleOverdue(offer.context)).toEqual({ settled: 0, unsettled: 1, stuck: 1 });
    expect([await countOf(id), (await entryOf(orderId))?.state]).toEqual([1, 'reserved']);
  });

  it('is asked about in turn, untried holds first, by an index', async () => {
    const id = await addOffer();
    const ids = [newId(), newId(), newId()];
    for (const orderId of ids) await expectReserved([id], orderId);
    const [first = '', second = '', third = ''] = ids;
    const { redemptions } = offer.context;
    const now = new Date('2026-11-21T06:01:30Z');
    expect(await redemptions.claim(first, now, 1)).toMatchObject({ orderId: first });
    await eventually(async () => expect(await redemptions.overdue(now, 10)).toHaveLength(3));
    expect((await redemptions.overdue(now, 10)).at(-1)).toBe(first);
    expect(await redemptions.claim(second, now, 60_000)).toBeDefined();
    expect(await redemptions.claim(second, now, 60_000)).toBeUndefined();
    expect(await redemptions.overdue(now, 10)).toEqual([third, first]);
    expect(await redemptions.countOverdue(now)).toBe(3);
    const plans = await Promise.all(
      [
        { $expr: { $lte: ['$claimedUntil', '$$NOW'] }, holdUntil: { $type: 'date' as const, $lte: now } },
        { holdUntil: { $type: 'date' as const, $lte: now } },
      ].map((filter) => offer.connection.collection('redemptions').find(filter).explain()),
    );
    expect(JSON.stringify(plans)).not.toContain('COLLSCAN');
  });
});

describe('recounting from the ledger (OFF-R10)', () => {
  it('yields the current counts', async () => {
    const ids = [await addOffer(), await addOffer({ maxRedemptions: 3 }), await addOffer()];
    const [a = '', b = ''] = ids;
    const orders = Array.from({ length: 6 }, newId);
    for (const [n, orderId] of orders.entries()) await expectReserved(n < 3 ? [a, b] : [a], orderId);
    const [first = '', second = '', third = ''] = orders;
    await publishAndWait(
      placedEventOf(first, [a, b]),
      statusEvent(first, 'confirmed'),
      cancelledEvent(second),
    );
    await release(third).expect(200);
    const before = await Promise.all(ids.map(countOf));
    expect(before).toEqual([4, 1, 0]);
    expect(await rebuildCounts(offer.context)).toEqual({ offers: 3, corrected: [] });
    expect(await Promise.all(ids.map(countOf))).toEqual(before);
  });

  it('corrects manually changed counts and reports them', async () => {
    const id = await addOffer();
    await expectReserved([id]);
    await offers().updateOne({ _id: id }, { currentRedemptions: 40 });
    expect((await rebuildCounts(offer.context)).corrected).toEqual([
      { offerId: id, storedCount: 40, ledgerCount: 1 },
    ]);
    await expectBooksHold();
  });

  it('is correct while the shop is open', async () => {
    const id = await addOffer();
    await offers().updateOne({ _id: id }, { currentRedemptions: 9 });
    await Promise.all([
      ...Array.from({ length: 20 }, () => expectReserved([id])),
      rebuildCounts(offer.context),
    ]);
    expect(await countOf(id)).toBe(20);
    await expectBooksHold();
  });
});
