import {
  cancelRequest,
  customer,
  promisedAtOf,
  type RequestEventContext,
  setStatus,
} from '../requests/request.rules.ts';
import {
  sellRequestState as aRequest,
  byCustomer as byCustomerNow,
  byStaff as byStaffNow,
  calendar,
  rate,
} from '../testing/request-samples.ts';
import {
  answerQuote,
  isQuoteOpen,
  isWithdrawable,
  quote,
  removeRequest,
  type SellRequest,
  sellRules,
} from './sell-request.rules.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const byCustomer = { ...byCustomerNow, now };
const byStaff = { ...byStaffNow, now };
const validUntil = later(1000);
const withdraw = (request: SellRequest) => cancelRequest(sellRules, request, byCustomer);

/** A valid quote of $400 from version 3. */
const quoted = (overrides: Partial<SellRequest> = {}) =>
  aRequest({
    status: 'quoted',
    quotedPriceInMinorUnits: 40_000,
    quoteValidUntil: validUntil,
    quoteVersion: 3,
    version: 3,
    ...overrides,
  });
const conflict = expect.objectContaining({ code: 'conflict' });
const stale = expect.objectContaining({ code: 'version-conflict' });
const refusedAt = (path: string) =>
  expect.objectContaining({ code: 'conflict', details: [expect.objectContaining({ path })] });

describe('the subject of a sell request', () => {
  it.each([
    [{ brand: 'oneplus', model: '12' }, 'OnePlus 12, 128 GB, Black'],
    [{ brand: 'oppo', model: 'Reno' }, 'OPPO Reno, 128 GB, Black'],
    [{ storage: '1024' }, 'Apple iPhone 13, 1 TB, Black'],
    [{ brand: 'other', model: 'Fairphone 5' }, 'Fairphone 5, 128 GB, Black'],
    [{ brand: 'samsung', model: 'A1', color: 'other' }, 'Samsung A1, 128 GB, Other'],
    [{ color: 'space-gray' }, 'Apple iPhone 13, 128 GB, Space Gray'],
  ] as [Partial<SellRequest>, string][])('%j is called %s', (phone, name) => {
    expect(sellRules.subjectOf(aRequest(phone))).toBe(name);
  });
});

describe('a quote (SR-S3)', () => {
  const newQuote = {
    priceInMinorUnits: 40_000,
    status: 'quoted',
    note: '',
    version: undefined,
    validUntil,
  } as const;

  it('has a price with an expiry, and an event', () => {
    const { state, events } = quote(aRequest({ adminNotes: 'Before' }), newQuote, byStaff);
    expect(state).toMatchObject({
      status: 'quoted',
      quotedPriceInMinorUnits: 40_000,
      quoteValidUntil: validUntil,
      quoteVersion: 2,
      version: 2,
      adminNotes: 'Before',
    });
    expect(state.history.slice(1)).toMatchObject([
      { by: 'admin', what: 'quote', from: null, to: '400.00', note: '' },
      { by: 'admin', what: 'status', from: 'pending', to: 'quoted', note: '' },
    ]);
    expect(events).toMatchObject([
      {
        type: 'sell-request.quoted',
        data: { priceInMinorUnits: 40_000, validUntil: validUntil.toISOString(), note: '' },
      },
    ]);
  });

  it('of the same price renews the earlier one, so that an answer to the earlier one stays valid', () => {
    const renewedUntil = later(9000);
    const { state } = quote(quoted({ version: 5 }), { ...newQuote, validUntil: renewedUntil }, byStaff);
    expect(state).toMatchObject({ quoteVersion: 3, version: 6, quoteValidUntil: renewedUntil });
    expect(state.history.slice(1)).toMatchObject([{ what: 'quote', from: '400.00', to: '400.00' }]);
  });

  it('of a different price is a new one with a note', () => {
    const otherPrice = { ...newQuote, priceInMinorUnits: 39_000 };
    expect(() => quote(quoted(), otherPrice, byStaff)).toThrow(refusedAt('adminNotes'));
    expect(() => quote(quoted(), otherPrice, byStaff)).toThrow(
      'Please say in the notes why the price is another one now.',
    );
    const { state } = quote(quoted(), { ...otherPrice, note: 'A scratch' }, byStaff);
    expect(state).toMatchObject({
      quotedPriceInMinorUnits: 39_000,
      quoteVersion: 4,
      version: 4,
      adminNotes: 'A scratch',
    });
    expect(state.history.at(-1)).toMatchObject({ from: '400.00', to: '390.00', note: 'A scratch' });
  });

  it.each(['accepted', 'completed'] as const)('of another price is not %s in the same step', (status) => {
    const otherPrice = { ...newQuote, priceInMinorUnits: 39_000, status, note: 'A scratch' };
    const accepted = quoted({ status: 'accepted' });
    expect(() => quote(accepted, otherPrice, byStaff)).toThrow(refusedAt('status'));
    expect(() => quote(accepted, otherPrice, byStaff)).toThrow(
      'The customer must accept another price first. Please save it as quoted.',
    );
    const same = { ...newQuote, status, note: 'As agreed' };
    expect(quote(quoted({ status: 'accepted' }), same, byStaff).state.status).toBe(status);
  });

  it('that is a step back needs a note, and one with another status has the event of that status', () => {
    expect(() => quote(quoted({ status: 'rejected' }), newQuote, byStaff)).toThrow(refusedAt('adminNotes'));
    expect(quote(quoted({ status: 'rejected' }), { ...newQuote, note: 'Again' }, byStaff).state.status).toBe(
      'quoted',
    );
    expect(
      quote(quoted(), { ...newQuote, status: 'rejected', note: 'Stolen' }, byStaff).events,
    ).toMatchObject([
      { type: 'sell-request.status-changed', data: { from: 'quoted', to: 'rejected', note: 'Stolen' } },
    ]);
  });

  it('of an outdated version is refused (SR-G3)', () => {
    expect(() => quote(quoted(), { ...newQuote, version: 2 }, byStaff)).toThrow(stale);
  });
});

describe('the answer to a quote (SR-S4)', () => {
  it.each(['accepted', 'rejected'] as const)('%s is accepted while the quote is valid', (answer) => {
    const { state, events } = answerQuote(quoted(), answer, 3, byCustomer);
    expect(state).toMatchObject({ status: answer, version: 4 });
    expect(state.history.at(-1)).toMatchObject({
      by: 'customer',
      what: 'status',
      from: 'quoted',
      to: answer,
      note: '',
    });
    expect(events).toMatchObject([
      { type: 'sell-request.status-changed', data: { from: 'quoted', to: answer, by: 'customer', note: '' } },
    ]);
  });

  it('is possible while the price is valid, to the millisecond', () => {
    expect(isQuoteOpen(quoted(), now)).toBe(true);
    expect(isQuoteOpen(quoted(), later(999))).toBe(true);
    expect(isQuoteOpen(quoted(), validUntil)).toBe(false);
    expect(isQuoteOpen(quoted({ status: 'accepted' }), now)).toBe(false);
    expect(isQuoteOpen(quoted({ quotedPriceInMinorUnits: null }), now)).toBe(false);
    expect(isQuoteOpen(quoted({ quoteValidUntil: null }), now)).toBe(false);
  });

  it('to an expired quote is refused', () => {
    expect(() => answerQuote(quoted({ quoteValidUntil: now }), 'accepted', 3, byCustomer)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: 'This quote has run out. We will send you a new one on request.',
      }),
    );
  });

  it('to an outdated version is refused (SR-G3)', () => {
    expect(() => answerQuote(quoted(), 'accepted', 2, byCustomer)).toThrow(stale);
  });

  it('without a quote is refused', () => {
    expect(() => answerQuote(aRequest(), 'accepted', 1, byCustomer)).toThrow(
      'There is no quote to answer any more.',
    );
    expect(() => answerQuote(quoted({ quotedPriceInMinorUnits: null }), 'accepted', 3, byCustomer)).toThrow(
      'There is no quote to answer any more.',
    );
    expect(() => answerQuote(aRequest({ status: 'accepted' }), 'accepted', 1, byCustomer)).toThrow(conflict);
    const priceless = quoted({ status: 'accepted', quotedPriceInMinorUnits: null });
    expect(() => answerQuote(priceless, 'accepted', 3, byCustomer)).toThrow(conflict);
    const unversioned = quoted({ status: 'accepted', quoteVersion: null });
    expect(() => answerQuote(unversioned, 'accepted', 3, byCustomer)).toThrow(conflict);
  });

  it('is repeatable for the same price; a different answer is refused', () => {
    const accepted = quoted({ status: 'accepted', version: 4 });
    expect(answerQuote(accepted, 'accepted', 3, byCustomer)).toEqual({ state: accepted, events: [] });
    expect(answerQuote(accepted, 'accepted', 4, byCustomer).events).toEqual([]);
    expect(() => answerQuote(accepted, 'rejected', 4, byCustomer)).toThrow(
      'There is no quote to answer any more.',
    );
    expect(() => answerQuote(accepted, 'accepted', 2, byCustomer)).toThrow(
      expect.objectContaining({
        code: 'version-conflict',
        message: expect.stringContaining('Our offer is $400.00 now.'),
        details: [{ path: 'version', message: '4' }],
      }),
    );
  });
});

describe('the payment of a quote (SR-S8)', () => {
  const atRate = (shopMinorUnits: number) => ({
    ...byStaff,
    rate: { ...rate, number: 4, shopMinorUnits },
  });
  const set = (request: SellRequest, status: SellRequest['status'], context: RequestEventContext = byStaff) =>
    setStatus(sellRules, request, { status, note: 'As we said.' }, context);
  const npr = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: 'NPR' });

  it('is agreed with the acceptance, at the rate in force, and published with it', () => {
    const { state, events } = answerQuote(quoted(), 'accepted', 3, byCustomer);
    expect(state.agreed).toEqual({
      amount: npr(5_400_000),
      rate: { number: 3, shopMinorUnits: 13_500 },
      payment: null,
    });
    expect(events).toMatchObject([{ data: { to: 'accepted', agreed: npr(5_400_000) } }]);
  });

  it('is rounded to the nearest paisa', () => {
    const oddPrice = quoted({ quotedPriceInMinorUnits: 24_399 });
    expect(set(oddPrice, 'accepted', atRate(13_457)).state.agreed?.amount).toEqual(npr(3_283_373));
  });

  it('stays the same at another rate while the request is accepted', () => {
    const { state } = set(quoted(), 'accepted');
    expect(set(state, 'accepted', atRate(14_000)).state.agreed).toEqual(state.agreed);
  });

  it.each(['pending', 'reviewed', 'quoted', 'rejected', 'completed'] as const)(
    'ends with the status %s, and the next acceptance uses the current rate',
    (status) => {
      const withoutAgreement = set(set(quoted(), 'accepted').state, status);
      expect(withoutAgreement.state.agreed).toBeNull();
      expect(withoutAgreement.events[0]?.data).not.toHaveProperty('agreed');
      const agreedAgain = set(withoutAgreement.state, 'accepted', atRate(14_000)).state;
      expect(agreedAgain.agreed).toEqual({
        amount: npr(5_600_000),
        rate: { number: 4, shopMinorUnits: 14_000 },
        payment: null,
      });
    },
  );

  it('is agreed with a quote that staff save as accepted', () => {
    const newQuote = {
      priceInMinorUnits: 10_000,
      status: 'accepted',
      note: 'By phone.',
      version: 1,
      validUntil,
    } as const;
    expect(quote(aRequest(), newQuote, byStaff).state.agreed?.amount).toEqual(npr(1_350_000));
  });

  it('is null without a quote', () => {
    expect(set(aRequest(), 'accepted').state.agreed).toBeNull();
  });

  it('cannot be agreed without a rate; other steps do not need one', () => {
    const withoutRate = { ...byStaff, rate: undefined };
    expect(() => set(quoted(), 'accepted', withoutRate)).toThrow(
      expect.objectContaining({
        code: 'service-unavailable',
        message: expect.stringContaining('rate of the dollar'),
      }),
    );
    expect(set(quoted(), 'rejected', withoutRate).state.status).toBe('rejected');
  });
});

describe('withdrawing (SR-S7)', () => {
  const entry = (overrides: Partial<SellRequest['history'][number]>): SellRequest['history'][number] => ({
    at: now,
    by: 'customer',
    who: null,
    what: 'status',
    from: 'pending',
    to: 'rejected',
    note: '',
    ...overrides,
  });

  it.each([
    ['pending', true],
    ['reviewed', true],
    ['quoted', false],
    ['accepted', false],
    ['rejected', false],
    ['completed', false],
  ] as const)('of a request that is %s is possible: %s', (status, expected) => {
    expect(isWithdrawable(aRequest({ status }))).toBe(expected);
    if (!expected) expect(() => withdraw(aRequest({ status }))).toThrow(conflict);
  });

  it('is repeatable, also after later notes', () => {
    const { state } = withdraw(aRequest({ status: 'reviewed' }));
    const withLaterNote = { ...state, history: [...state.history, entry({ what: 'quote', by: 'admin' })] };
    expect(withdraw(withLaterNote)).toEqual({ state: withLaterNote, events: [] });
  });

  it('of a quoted request points to declining, and of a closed one is refused', () => {
    expect(() => withdraw(quoted())).toThrow('There is a quote by now. You can decline it.');
    for (const lastEntry of [entry({ by: 'admin' }), entry({ from: 'quoted' })])
      expect(() => withdraw(aRequest({ status: 'rejected', history: [lastEntry] }))).toThrow(
        'This request cannot be withdrawn any more.',
      );
    expect(() => withdraw(aRequest({ status: 'rejected', history: [] }))).toThrow(conflict);
    expect(() => withdraw(aRequest({ status: 'completed', history: [entry({})] }))).toThrow(conflict);
  });
});

describe('deleting (SR-S6)', () => {
  it.each(['pending', 'reviewed', 'quoted'] as const)(
    'closes a %s request, with an event for its customer',
    (status) => {
      const { state, events } = removeRequest(aRequest({ status }), 1, byStaff);
      expect(state).toMatchObject({ status: 'rejected', version: 2 });
      const data = { from: status, to: 'rejected', by: 'admin', note: '' };
      expect(events).toMatchObject([{ type: 'sell-request.status-changed', data }]);
    },
  );

  it.each(['rejected', 'completed'] as const)('publishes no event for a %s request', (status) => {
    const { state, events } = removeRequest(aRequest({ status }), 1, byStaff);
    expect([state.status, state.version, events]).toEqual([status, 2, []]);
  });

  it('publishes no event when the account is deleted', () => {
    const { state, events } = removeRequest(aRequest({ isCustomerDeleted: true }), 1, byStaff);
    expect([state.status, events]).toEqual(['pending', []]);
  });

  it('is refused for an accepted price and for an outdated version (SR-G3)', () => {
    const accepted = quoted({ status: 'accepted' });
    expect(() => removeRequest(accepted, 3, byStaff)).toThrow(conflict);
    expect(() => removeRequest(accepted, 3, byStaff)).toThrow(
      'Please set it to rejected or completed first: its customer is told of that.',
    );
    expect(() => removeRequest(aRequest({ version: 2 }), 1, byStaff)).toThrow(stale);
  });
});

describe('the promised payment (SR-G13, GEN-08)', () => {
  const promisedAt = (history: SellRequest['history']) =>
    promisedAtOf(
      sellRules,
      quoted({ status: 'accepted', history, updatedAt: new Date('2026-11-18T10:00:00.000Z') }),
      calendar,
    )?.toISOString();
  const acceptance = (
    overrides: Partial<SellRequest['history'][number]>,
  ): SellRequest['history'][number] => ({
    at: new Date('2026-11-19T10:00:00.000Z'),
    ...customer,
    what: 'status',
    from: 'quoted',
    to: 'accepted',
    note: '',
    ...overrides,
  });

  it('counts from the last acceptance', () => {
    const laterEntry = acceptance({ at: now, what: 'quote', from: '400.00', to: '400.00' });
    expect(promisedAt([acceptance({}), laterEntry])).toBe('2026-11-19T18:15:00.000Z');
    expect(promisedAt([acceptance({}), { ...laterEntry, to: 'accepted' }])).toBe('2026-11-19T18:15:00.000Z');
    expect(promisedAt([acceptance({}), acceptance({ at: now, to: 'rejected' })])).toBe(
      '2026-11-19T18:15:00.000Z',
    );
    expect(promisedAt([])).toBe('2026-11-18T18:15:00.000Z');
  });
});
