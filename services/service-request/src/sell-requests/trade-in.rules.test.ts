import { forgetAtOf } from '../requests/forget.rules.ts';
import { shop } from '../requests/request.rules.ts';
import { sellRequestState as aRequest, byCustomer, byStaff, now } from '../testing/request-samples.ts';
import {
  answerQuote,
  expireQuote,
  inspectPhone,
  paymentOf,
  quote,
  receivePhone,
  refuseAbovePolicy,
  removeRequest,
  type SellRequest,
  sellRules,
} from './sell-request.rules.ts';

const deviceId = 'de'.repeat(12);
const byShop = { ...byCustomer, actor: shop };
const later = new Date(now.getTime() + 7 * 24 * 60 * 60_000);
const npr = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: 'NPR' as const });
const credit = { to: 'credit', amount: npr(5_670_000), method: null, account: '' } as const;
const transfer = { to: 'payout', method: 'bank', account: '00123456789' } as const;
const inCash = { to: 'payout', amount: npr(5_400_000), method: 'cash', account: '' } as const;

/** A valid quote of $400, which is NPR 54,000. */
const quoted = (over: Partial<SellRequest> = {}) =>
  aRequest({
    status: 'quoted',
    quotedPriceInMinorUnits: 40_000,
    quoteValidUntil: later,
    quoteVersion: 3,
    version: 3,
    ...over,
  });
const accept = (request: SellRequest, choice?: Parameters<typeof answerQuote>[4]) =>
  answerQuote(request, 'accepted', request.version, byCustomer, choice);
/** An accepted request whose phone is with the shop. */
const received = (choice?: Parameters<typeof accept>[1], over: Partial<SellRequest> = {}) =>
  receivePhone(accept(quoted(over), choice).state, deviceId, byShop).state;
const asQuoted = { deviceId, lowerQuote: null };
const lowerQuote = {
  priceInMinorUnits: 30_000,
  currency: 'USD' as const,
  note: 'The screen has a crack.',
  photos: ['/api/passport/token/photos/1'],
};
const inspect = (request: SellRequest, found: Parameters<typeof inspectPhone>[1] = asQuoted) =>
  inspectPhone(request, found, later, byShop);
const refusedAt = (path: string, message: string) =>
  expect.objectContaining({ message, details: [expect.objectContaining({ path })] });

describe('how a seller is paid (S10)', () => {
  it('is credit with the bonus of the policy, or a payout of the price', () => {
    expect(paymentOf(accept(quoted(), { to: 'credit' }).state)).toEqual(credit);
    expect(paymentOf(accept(quoted(), transfer).state)).toEqual({ ...transfer, amount: npr(5_400_000) });
    const cash = { to: 'payout', method: 'cash', account: 'under the mat' } as const;
    expect(paymentOf(accept(quoted(), cash).state)).toEqual(inCash);
    expect(paymentOf(accept(quoted()).state)).toBeNull();
  });

  it('is told with the acceptance, without the number of the account', () => {
    const [event] = accept(quoted(), transfer).events;
    expect(event?.data).toMatchObject({ payment: { to: 'payout', method: 'bank', amount: npr(5_400_000) } });
    expect(JSON.stringify(event)).not.toContain(transfer.account);
  });

  it.each([{ userId: null }, { isCustomerDeleted: true }])('is no credit for %j', (person) => {
    expect(() => accept(quoted(person), { to: 'credit' })).toThrow(
      refusedAt('payment', 'Credit needs an account with us. Please choose a payout.'),
    );
  });

  it('does not change with a repeated acceptance', () => {
    const { state } = accept(quoted(), { to: 'credit' });
    expect(answerQuote(state, 'accepted', 3, byCustomer, transfer)).toEqual({ state, events: [] });
  });

  it('loses the number of its account with the personal data (G10)', () => {
    const { state } = accept(quoted({ imeiLastFour: '6789' }), transfer);
    const left = { ...state, ...sellRules.personal(state) };
    expect(paymentOf(left)).toMatchObject({ method: 'bank', account: '', amount: npr(5_400_000) });
    expect(left.imeiLastFour).toBe('');
    expect(sellRules.personal(quoted()).agreed).toBeNull();
  });
});

describe('a quote of staff (S3)', () => {
  it('is at most that of the policy, which must be known', () => {
    expect(() => refuseAbovePolicy(300_001, byStaff)).toThrow(
      refusedAt('estimatedPrice', 'The shop pays at most $3000.00 for a phone.'),
    );
    expect(() => refuseAbovePolicy(300_000, byStaff)).not.toThrow();
    expect(() => refuseAbovePolicy(1, { rate: undefined })).toThrow('not known at the moment');
  });
});

describe('a phone that came (S11)', () => {
  it('is noted once in an accepted request, and told to its customer', () => {
    const { state, events } = receivePhone(accept(quoted()).state, deviceId, byShop);
    expect(state).toMatchObject({ status: 'accepted', deviceId, version: 5 });
    expect(state.history.at(-1)).toMatchObject({
      by: 'shop',
      note: 'We have your phone and inspect it next.',
    });
    expect(events).toMatchObject([{ type: 'sell-request.phone-received' }]);
    expect(receivePhone(state, 'ab'.repeat(12), byShop)).toEqual({ state, events: [] });
  });

  it.each(['pending', 'quoted', 'rejected', 'completed'] as const)(
    'changes nothing of a %s one',
    (status) => {
      expect(receivePhone(quoted({ status }), deviceId, byShop).events).toEqual([]);
    },
  );

  it('keeps the data of a deleted account until the request is closed (G10)', () => {
    const retention = { requestDays: 30, photoDays: 10 };
    const isDue = (over: Partial<SellRequest>) =>
      forgetAtOf(sellRules, quoted({ isCustomerDeleted: true, ...over }), retention) !== null;
    expect([isDue({}), isDue({ deviceId }), isDue({ deviceId, status: 'rejected' })]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('an inspected phone (S12)', () => {
  it('as quoted settles its request with the chosen payment', () => {
    const { state, events } = inspect(received({ to: 'credit' }));
    expect(state).toMatchObject({ status: 'completed', isInspected: true, agreed: { payment: credit } });
    expect(events).toMatchObject([
      { type: 'sell-request.status-changed', data: { to: 'completed', by: 'shop', agreed: npr(5_400_000) } },
      {
        type: 'sell-request.settled',
        data: { deviceId, price: npr(5_400_000), payment: credit, userId: 'user-1' },
      },
    ]);
  });

  it('is paid in cash when nothing was chosen, or the account of the credit is gone', () => {
    expect(paymentOf(inspect(received()).state)).toEqual(inCash);
    const gone = { ...received({ to: 'credit' }), isCustomerDeleted: true };
    expect(paymentOf(inspect(gone).state)).toEqual(inCash);
    const before = received();
    const { payment: _payment, ...agreed } = before.agreed ?? {};
    expect(paymentOf(inspect({ ...before, agreed: agreed as SellRequest['agreed'] }).state)).toEqual(inCash);
  });

  it('settles also when the message that it came is late, which changes nothing then', () => {
    const { state } = inspect(accept(quoted(), { to: 'credit' }).state);
    expect(state).toMatchObject({ status: 'completed', deviceId });
    expect(receivePhone(state, deviceId, byShop).events).toEqual([]);
  });

  it('changes nothing twice, of another phone, and after staff changed the request', () => {
    const before = received({ to: 'credit' });
    const settled = inspect(before).state;
    for (const request of [
      settled,
      { ...before, deviceId: 'ab'.repeat(12) },
      { ...before, quotedPriceInMinorUnits: null },
      ...(['rejected', 'quoted', 'reviewed', 'completed'] as const).map((status) => ({ ...before, status })),
    ])
      expect(inspect(request)).toEqual({ state: request, events: [] });
  });

  it('worse than quoted has a new quote with note and photos, and nothing is agreed', () => {
    const { state, events } = inspect(received({ to: 'credit' }), { deviceId, lowerQuote });
    expect(state).toMatchObject({
      status: 'quoted',
      quotedPriceInMinorUnits: 30_000,
      quoteValidUntil: later,
      agreed: null,
      adminNotes: lowerQuote.note,
      inspectionPhotos: lowerQuote.photos,
    });
    expect(events).toMatchObject([
      { type: 'sell-request.quoted', data: { priceInMinorUnits: 30_000, note: lowerQuote.note } },
    ]);
  });

  it('is settled by the acceptance of the new quote, once, and goes back when it is declined', () => {
    const { state: requoted } = inspect(received(), { deviceId, lowerQuote });
    const { state, events } = accept(requoted, { to: 'credit' });
    expect(state).toMatchObject({ status: 'completed', agreed: { payment: { amount: npr(4_252_500) } } });
    expect(events.map(({ type }) => type)).toEqual(['sell-request.status-changed', 'sell-request.settled']);
    expect(events[0]?.data).toMatchObject({ from: 'quoted', to: 'completed', by: 'customer' });
    expect(answerQuote(state, 'accepted', requoted.version, byCustomer).events).toEqual([]);
    expect(sellRules.answering?.acceptedText(state)).toBe(
      'Thank you! You are paid as you chose, and we write when it is done.',
    );
    const declined = answerQuote(requoted, 'rejected', requoted.version, byCustomer);
    expect(declined.state).toMatchObject({ status: 'rejected', agreed: null });
    expect(declined.events.map(({ type }) => type)).toEqual(['sell-request.status-changed']);
  });

  it('that staff complete by hand is settled in the same way, also with a renewed quote', () => {
    const named = { priceInMinorUnits: 40_000, note: 'Paid.', validUntil: later, version: undefined };
    const { events } = quote(received({ to: 'credit' }), { ...named, status: 'completed' }, byStaff);
    expect(events.at(-1)).toMatchObject({ type: 'sell-request.settled', data: { payment: credit } });
  });

  it('that is settled stays completed, and cannot be deleted', () => {
    const { state } = inspect(received({ to: 'credit' }));
    const named = { priceInMinorUnits: 40_000, note: 'Back', validUntil: later, version: undefined };
    expect(() => quote(state, { ...named, status: 'quoted' }, byStaff)).toThrow(
      refusedAt('status', 'This phone is bought and paid: the request stays completed.'),
    );
    expect(quote(state, { ...named, status: 'completed' }, byStaff).events).toHaveLength(1);
    expect(() => removeRequest(state, undefined, byStaff)).toThrow('belongs to the books of the shop');
  });
});

describe('silence about the new quote (S13)', () => {
  const { state: requoted } = inspect(received(), { deviceId, lowerQuote });

  it('rejects the request when the quote has expired: the phone goes back', () => {
    const { state, events } = expireQuote(requoted, { ...byShop, now: later });
    const note = 'You did not answer our quote in time. We send your phone back to you.';
    expect(state).toMatchObject({ status: 'rejected', adminNotes: note });
    expect(events).toMatchObject([
      { type: 'sell-request.status-changed', data: { from: 'quoted', to: 'rejected', by: 'shop', note } },
    ]);
  });

  it('changes nothing while it is valid, after an answer, and without the phone', () => {
    const then = { ...byShop, now: later };
    expect(expireQuote(requoted, byShop).events).toEqual([]);
    expect(expireQuote(accept(requoted).state, then).events).toEqual([]);
    expect(expireQuote(quoted(), then).events).toEqual([]);
  });
});
