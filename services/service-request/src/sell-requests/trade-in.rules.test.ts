import { forgetAtOf } from '../requests/forget.rules.ts';
import { setStatus, shop } from '../requests/request.rules.ts';
import { sellRequestState as aRequest, byCustomer, byStaff, now } from '../testing/request-samples.ts';
import { claimOf as claimOfStep, expireQuote, inspectPhone, receivePhone } from './phone.rules.ts';
import {
  agreedOf,
  answerQuote,
  isSettled,
  paymentOf,
  quote,
  refuseAbovePolicy,
  removeRequest,
  type SellRequest,
  sellRules,
} from './sell-request.rules.ts';

const deviceId = 'de'.repeat(12);
const arrival = { deviceId, version: 1 };
const byShop = { ...byCustomer, actor: shop };
const later = new Date(now.getTime() + 7 * 24 * 60 * 60_000);
const npr = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: 'NPR' as const });
const credit = { to: 'credit', amount: npr(5_670_000), method: null, account: '' } as const;
const transfer = { to: 'payout', method: 'bank', account: '00123456789' } as const;
const inCash = { to: 'payout', amount: npr(5_400_000), method: 'cash', account: '' } as const;

/** A valid quote of $400, which is NPR 54,000. */
const quoted = (overrides: Partial<SellRequest> = {}) =>
  aRequest({
    status: 'quoted',
    quotedPriceInMinorUnits: 40_000,
    quoteValidUntil: later,
    quoteVersion: 3,
    version: 3,
    ...overrides,
  });
const accept = (request: SellRequest, choice?: Parameters<typeof answerQuote>[4]) =>
  answerQuote(request, 'accepted', request.version, byCustomer, choice);
/** An accepted request whose phone is with the shop. */
const received = (choice?: Parameters<typeof accept>[1], overrides: Partial<SellRequest> = {}) =>
  receivePhone(accept(quoted(overrides), choice).state, arrival, byShop).state;
const asQuoted = { deviceId, version: 2, lowerQuote: null };
const lowerQuote = {
  priceInMinorUnits: 30_000,
  currency: 'USD' as const,
  note: 'The screen has a crack.',
  photos: ['/api/passport/token/photos/1'],
};
const inspect = (request: SellRequest, inspection: Parameters<typeof inspectPhone>[1] = asQuoted) =>
  inspectPhone(request, inspection, later, byShop);
const refusedAt = (path: string, message: string) =>
  expect.objectContaining({ message, details: [expect.objectContaining({ path })] });

describe('how a seller is paid (SR-S10)', () => {
  it('is credit with the bonus of the policy, or a payout of the price', () => {
    expect(paymentOf(accept(quoted(), { to: 'credit' }).state)).toEqual(credit);
    expect(paymentOf(accept(quoted(), transfer).state)).toEqual({ ...transfer, amount: npr(5_400_000) });
    const cash = { to: 'payout', method: 'cash', account: 'under the mat' } as const;
    expect(paymentOf(accept(quoted(), cash).state)).toEqual(inCash);
    expect(paymentOf(accept(quoted()).state)).toBeNull();
  });

  it('is published with the acceptance, without the number of the account', () => {
    const [event] = accept(quoted(), transfer).events;
    expect(event?.data).toMatchObject({ payment: { to: 'payout', method: 'bank', amount: npr(5_400_000) } });
    expect(JSON.stringify(event)).not.toContain(transfer.account);
  });

  it.each([{ userId: null }, { isCustomerDeleted: true }])('is not credit for %j', (seller) => {
    expect(() => accept(quoted(seller), { to: 'credit' })).toThrow(
      refusedAt('payment', 'Credit needs an account with us. Please choose a payout.'),
    );
  });

  it('does not change with a repeated acceptance', () => {
    const { state } = accept(quoted(), { to: 'credit' });
    expect(answerQuote(state, 'accepted', 3, byCustomer, transfer)).toEqual({ state, events: [] });
  });

  describe('to a bank account or wallet (SR-S17)', () => {
    const acceptAs = (
      request: SellRequest,
      userId: string | null,
      payment: typeof transfer | typeof cash = transfer,
      seenVersion = request.version,
    ) =>
      sellRules.answering?.answer(
        request,
        {
          isAccepted: true,
          seenVersion,
          payment,
          amountInMinorUnits: 5_400_000,
          userId,
        },
        byCustomer,
      );
    const cash = { to: 'payout', method: 'cash', account: '' } as const;

    it('of a request with an account is chosen and changed by that account only', () => {
      const refusal = refusedAt(
        'payment',
        'Please sign in to the account of this request to be paid to a bank account or wallet.',
      );
      const request = quoted({ userId: 'user-1' });
      for (const otherWallet of [null, 'user-2'])
        expect(() => acceptAs(request, otherWallet)).toThrow(refusal);
      const accepted = acceptAs(request, 'user-1')?.state ?? request;
      expect(paymentOf(accepted)).toMatchObject(transfer);
      for (const payment of [{ ...transfer, account: '99999999' } as never, cash])
        expect(() => acceptAs(accepted, null, payment)).toThrow(refusal);
      expect(paymentOf(acceptAs(request, null, cash)?.state ?? request)).toEqual(inCash);
    });

    it('needs no sign-in for a repeated acceptance, which changes nothing', () => {
      for (const phone of [{}, { isInspected: true, deviceId }]) {
        const request = quoted({ userId: 'user-1', ...phone });
        const accepted = acceptAs(request, null, cash)?.state ?? request;
        expect(acceptAs(accepted, null, cash, request.version)).toEqual({ state: accepted, events: [] });
      }
    });

    it('is refused for an older version instead of reported as changed, also once it is settled', () => {
      const refusal = expect.objectContaining({ code: 'version-conflict' });
      const request = quoted({ userId: 'user-1' });
      const accepted = acceptAs(request, 'user-1')?.state ?? request;
      const settled = { ...accepted, status: 'completed', isSettled: true, isInspected: true } as const;
      expect(() => acceptAs(accepted, 'user-1', cash, request.version)).toThrow(refusal);
      for (const payment of [cash, { ...transfer, account: '99999999' } as never])
        expect(() => acceptAs(settled, 'user-1', payment, request.version)).toThrow(refusal);
      expect(acceptAs(settled, 'user-1')).toEqual({ state: settled, events: [] });
    });

    it('is changed until it is settled, with a mail, and names only the end of the number', () => {
      const accepted = acceptAs(quoted({ userId: null }), null)?.state ?? quoted();
      const otherWallet = { to: 'payout', method: 'esewa', account: '9801234567' } as const;
      const { state, events } = acceptAs(accepted, null, otherWallet as never) ?? {
        state: accepted,
        events: [],
      };
      expect(paymentOf(state)).toEqual({ ...otherWallet, amount: npr(5_400_000) });
      expect(events.map(({ type }) => type)).toEqual(['sell-request.status-changed']);
      expect(events[0]?.data).toMatchObject({
        from: 'accepted',
        to: 'accepted',
        payment: { method: 'esewa', accountLastFour: '4567' },
      });
      expect(JSON.stringify(events)).not.toContain('9801234567');
      expect(acceptAs(state, null, otherWallet as never)).toEqual({ state, events: [] });
    });
  });

  it('loses the number of its account with the personal data (SR-G10)', () => {
    const { state } = accept(quoted({ imeiLastFour: '6789' }), transfer);
    const erased = { ...state, ...sellRules.personal(state) };
    expect(paymentOf(erased)).toMatchObject({ method: 'bank', account: '', amount: npr(5_400_000) });
    expect(erased.imeiLastFour).toBe('');
    expect(sellRules.personal(quoted()).agreed).toBeNull();
  });
});

describe('a quote of staff (SR-S3)', () => {
  it('is at most that of the policy, which must be known', () => {
    expect(() => refuseAbovePolicy(300_001, byStaff)).toThrow(
      refusedAt('estimatedPrice', 'The shop pays at most $3000.00 for a phone.'),
    );
    expect(() => refuseAbovePolicy(300_000, byStaff)).not.toThrow();
    expect(() => refuseAbovePolicy(1, { rate: undefined })).toThrow('not known at the moment');
  });
});

describe('a phone that came (SR-S11)', () => {
  it('is noted once in an accepted request, and its customer gets a mail', () => {
    const { state, events } = receivePhone(accept(quoted()).state, arrival, byShop);
    expect(state).toMatchObject({ status: 'accepted', deviceId, version: 5 });
    expect(state.history.at(-1)).toMatchObject({
      by: 'shop',
      note: 'We have your phone and inspect it next.',
    });
    expect(events).toMatchObject([{ type: 'sell-request.phone-received' }]);
    expect(receivePhone(state, { deviceId: 'ab'.repeat(12), version: 9 }, byShop)).toEqual({
      state,
      events: [],
    });
  });

  it.each(['pending', 'quoted', 'rejected', 'completed'] as const)(
    'changes nothing in a %s request',
    (status) => {
      expect(receivePhone(quoted({ status }), arrival, byShop).events).toEqual([]);
    },
  );

  it('keeps the data of a deleted account until it went back or is bought, whatever the status (SR-G10)', () => {
    const retention = { requestDays: 30, photoDays: 10 };
    const isDue = (overrides: Partial<SellRequest>) =>
      forgetAtOf(sellRules, quoted({ isCustomerDeleted: true, ...overrides }), retention) !== null;
    expect([isDue({}), isDue({ deviceId }), isDue({ deviceId, status: 'rejected' })]).toEqual([
      true,
      false,
      false,
    ]);
    const sentBack = { at: now, note: 'Parcel 12' };
    expect(isDue({ deviceId, status: 'rejected', sentBack })).toBe(true);
    // The phone is bought, and its payment may be stopped until it is paid.
    const settled = { deviceId, status: 'completed', isSettled: true, isPaid: false } as const;
    expect([isDue(settled), isDue({ ...settled, sentBack }), isDue({ ...settled, isPaid: true })]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('an inspected phone (SR-S12)', () => {
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
    const withDeletedAccount = { ...received({ to: 'credit' }), isCustomerDeleted: true };
    expect(paymentOf(inspect(withDeletedAccount).state)).toEqual(inCash);
    const before = received();
    const { payment: _payment, ...agreed } = before.agreed ?? {};
    expect(paymentOf(inspect({ ...before, agreed: agreed as SellRequest['agreed'] }).state)).toEqual(inCash);
  });

  it('is settled also when the event of its receipt is late, which then changes nothing', () => {
    const { state } = inspect(accept(quoted(), { to: 'credit' }).state);
    expect(state).toMatchObject({ status: 'completed', deviceId });
    expect(receivePhone(state, arrival, byShop).events).toEqual([]);
  });

  it('changes nothing when repeated, for another phone, and after staff changed the request', () => {
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

  it('that is worse than quoted gets a new quote with note and photos, and nothing is agreed', () => {
    const { state, events } = inspect(received({ to: 'credit' }), { deviceId, version: 2, lowerQuote });
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
    const { state: requoted } = inspect(received(), { deviceId, version: 2, lowerQuote });
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

  it('that is settled stays completed, and cannot be deleted', () => {
    const { state } = inspect(received({ to: 'credit' }));
    const quoteFields = { priceInMinorUnits: 40_000, note: 'Back', validUntil: later, version: undefined };
    expect(() => quote(state, { ...quoteFields, status: 'quoted' }, byStaff)).toThrow(
      refusedAt('status', 'This phone is bought and paid: the request stays completed.'),
    );
    expect(quote(state, { ...quoteFields, status: 'completed' }, byStaff).events).toHaveLength(1);
    expect(() => removeRequest(state, undefined, byStaff)).toThrow('belongs to the books of the shop');
  });
});

describe('staff and a phone in the shop (SR-S14)', () => {
  const set = (request: SellRequest, status: SellRequest['status'], note = 'As we said.') =>
    setStatus(sellRules, request, { status, note }, byStaff);
  const { state: requoted } = inspect(received(), { deviceId, version: 2, lowerQuote });
  const inShop = 'The phone of this request is in the shop: its inspection quotes.';

  it.each(['pending', 'reviewed', 'quoted'] as const)('cannot set its request back to %s', (status) => {
    expect(() => set(received(), status)).toThrow(refusedAt('status', inShop));
  });

  it('cannot quote another price, but may renew that of the inspection', () => {
    const quoteFields = { note: 'Why', validUntil: later, version: undefined, status: 'quoted' } as const;
    const quoteOf = (request: SellRequest, priceInMinorUnits: number) =>
      quote(request, { ...quoteFields, priceInMinorUnits }, byStaff);
    expect(() => quoteOf(received(), 30_000)).toThrow(refusedAt('estimatedPrice', inShop));
    expect(() => quoteOf(requoted, 35_000)).toThrow(refusedAt('estimatedPrice', inShop));
    expect(quoteOf(requoted, 30_000).state).toMatchObject({ status: 'quoted', deviceId, isInspected: true });
  });

  it('close it without payment with a note, whatever it waits for', () => {
    for (const request of [received({ to: 'credit' }), requoted, set(requoted, 'rejected').state]) {
      expect(() => set(request, 'completed', '')).toThrow(
        refusedAt('adminNotes', 'Please say in the notes why the request is closed without payment.'),
      );
      const { state, events } = set(request, 'completed');
      expect([state.agreed, state.isSettled]).toEqual([null, false]);
      expect(events).toMatchObject([{ data: { isSettled: false, isPhoneInShop: true } }]);
      expect(events[0]?.data).not.toHaveProperty('agreed');
    }
  });

  it('say for its seller that the lower quote is accepted, which settles it', () => {
    const { state, events } = set(requoted, 'accepted', '');
    expect(state).toMatchObject({ status: 'completed', isSettled: true });
    expect(events.at(-1)).toMatchObject({
      type: 'sell-request.settled',
      data: { payment: { to: 'payout' } },
    });
  });

  it('resume a request that they rejected: it waits for the answer when the phone was inspected, or else for the inspection', () => {
    expect(set(set(received(), 'rejected').state, 'accepted').state).toMatchObject({
      status: 'accepted',
      agreed: { amount: npr(5_400_000) },
    });
    const rejected = set(requoted, 'rejected').state;
    expect(set(rejected, 'quoted').state.status).toBe('quoted');
    expect(() => set({ ...rejected, quoteValidUntil: now }, 'quoted')).toThrow(
      refusedAt('status', 'The quote has run out. Please quote the same price again.'),
    );
  });

  it('claim it for each step, except while a lower quote waits for its answer', () => {
    const claimOf = (before: SellRequest, status: SellRequest['status']) =>
      claimOfStep(before, { ...before, status });
    const { id: sellRequestId, version } = received();
    const claim = { deviceId, sellRequestId, version, isInspected: false };
    expect(claimOf(received(), 'rejected')).toEqual(claim);
    expect(claimOf(received(), 'accepted')).toBeUndefined();
    expect(claimOf(requoted, 'rejected')).toBeUndefined();
    expect(claimOf(set(requoted, 'rejected').state, 'quoted')).toMatchObject({ isInspected: true });
    expect(claimOf({ ...received(), sentBack: { at: now, note: '' } }, 'rejected')).toBeUndefined();
    expect(claimOf(inspect(received()).state, 'rejected')).toBeUndefined();
  });
});

it('an older request is settled when it was completed with a phone and a price (SR-S12)', () => {
  const before = { ...received(), isSettled: null, status: 'completed' } as const;
  expect(isSettled(before)).toBe(true);
  expect(isSettled({ ...before, deviceId: null })).toBe(false);
  expect(agreedOf({ ...before, deviceId: null })).toBeNull();
});

describe('a missing answer to the new quote (SR-S13)', () => {
  const { state: requoted } = inspect(received(), { deviceId, version: 2, lowerQuote });

  it('rejects the request when the quote has expired: the phone goes back', () => {
    const { state, events } = expireQuote(requoted, { ...byShop, now: later });
    const note = 'You did not answer our quote in time. We send your phone back to you.';
    expect(state).toMatchObject({ status: 'rejected', adminNotes: note });
    expect(events).toMatchObject([
      { type: 'sell-request.status-changed', data: { from: 'quoted', to: 'rejected', by: 'shop', note } },
    ]);
  });

  it('changes nothing while it is valid, after an answer, and without the phone', () => {
    const whenExpired = { ...byShop, now: later };
    expect(expireQuote(requoted, byShop).events).toEqual([]);
    expect(expireQuote(accept(requoted).state, whenExpired).events).toEqual([]);
    expect(expireQuote(quoted(), whenExpired).events).toEqual([]);
  });
});
