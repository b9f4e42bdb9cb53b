import { photosOf } from '../photos/photos-of-request.rules.ts';
import { forget, forgetAtOf } from '../requests/forget.rules.ts';
import { cancelRequest, promisedAtOf, setStatus } from '../requests/request.rules.ts';
import {
  anOrderToReturn,
  returnState as aReturn,
  byCustomer,
  byStaff,
  calendar,
  caseKey,
  now,
  phoneKey,
} from '../testing/request-samples.ts';
import { inspect, needsClaim, pricedReturn, type Return, returnRules } from './return.rules.ts';

const conflict = expect.objectContaining({ code: 'conflict' });
const stale = expect.objectContaining({ code: 'version-conflict' });
const refusedAt = (path: string) =>
  expect.objectContaining({ code: 'conflict', details: [expect.objectContaining({ path })] });
const onePiece = (key = phoneKey) => ({ key, quantity: 1 });

describe('the returned pieces', () => {
  it('are priced by the engine: lost free shipping is deducted (SR-R4)', () => {
    const { refund, steps, lines } = pricedReturn(anOrderToReturn(), [{ key: phoneKey, quantity: 2 }]);
    expect(refund.amountInMinorUnits).toBe(200_000 + 20_000 - 1_500);
    expect(steps.map(({ rule, amountInMinorUnits }) => [rule, amountInMinorUnits])).toEqual([
      ['goods', 200_000],
      ['tax', 20_000],
      ['free-shipping', -1_500],
    ]);
    expect(lines).toMatchObject([{ key: phoneKey, quantity: 2, isRestocked: null }]);
  });

  it('are limited to those that were bought and are in no other return (SR-R2)', () => {
    const order = anOrderToReturn({ returned: { [phoneKey]: 1, [caseKey]: 1 } });
    expect(pricedReturn(order, [onePiece()]).lines).toHaveLength(1);
    for (const line of [{ key: phoneKey, quantity: 2 }, onePiece(caseKey), onePiece('a'.repeat(24))])
      expect(() => pricedReturn(order, [line])).toThrow(refusedAt('lines'));
  });

  it('are refused for the reason that order gives (SR-R2)', () => {
    const problem = 'The time to return ended on 1 November.';
    expect(() => pricedReturn(anOrderToReturn({ problem }), [onePiece()])).toThrow(problem);
  });
});

describe('the steps of a return', () => {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    pending: ['accepted', 'rejected', 'cancelled'],
    accepted: ['received', 'rejected', 'cancelled'],
    received: ['to-send-back', 'accepted'],
    offered: ['received'],
    'to-send-back': ['sent-back', 'received'],
    rejected: ['accepted'],
    cancelled: ['accepted'],
    'sent-back': ['to-send-back'],
  };
  const statuses = Object.keys(returnRules.usualSteps) as (keyof typeof returnRules.usualSteps)[];

  it.each(statuses)('of staff from %s are only those of the state machine (SR-R5)', (from) => {
    for (const status of statuses.filter((to) => to !== from)) {
      const step = () => setStatus(returnRules, aReturn({ status: from }), { status, note: 'Why.' }, byStaff);
      if (allowed[from]?.includes(status)) expect(step().state.status).toBe(status);
      else expect(step).toThrow(refusedAt('status'));
    }
  });

  it.each([
    ['received', 'accepted'],
    ['received', 'to-send-back'],
    ['offered', 'received'],
    ['to-send-back', 'sent-back'],
    ['to-send-back', 'received'],
    ['rejected', 'accepted'],
    ['cancelled', 'accepted'],
    ['sent-back', 'to-send-back'],
  ] as const)('from %s to %s need a note (SR-R5)', (from, status) => {
    const step = (note: string) =>
      setStatus(returnRules, aReturn({ status: from }), { status, note }, byStaff);
    expect(() => step('')).toThrow(refusedAt('adminNotes'));
    expect(step('By mistake.').state.status).toBe(status);
  });

  it('back to the inspection discard its findings (SR-R6)', () => {
    const [customerPhoto, staffPhoto] = [
      { id: 'a'.repeat(32), by: 'customer' as const },
      { id: 'b'.repeat(32), by: 'admin' as const },
    ];
    const offered = aReturn({
      status: 'offered',
      offeredRefund: { amountInMinorUnits: 90_000, currency: 'NPR' },
      lines: aReturn().lines.map((line) => ({ ...line, isRestocked: true })),
      photos: [customerPhoto, staffPhoto],
    });
    const { state } = setStatus(returnRules, offered, { status: 'received', note: 'Wrong box.' }, byStaff);
    expect(state).toMatchObject({ offeredRefund: null, photos: [customerPhoto] });
    expect(state.lines.map(({ isRestocked }) => isRestocked)).toEqual([null, null]);
  });

  it('that resume a closed return claim its goods again (SR-R9)', () => {
    const claims = (from: Return['status'], to: Return['status']) =>
      needsClaim(aReturn({ status: from }), aReturn({ status: to }));
    expect([
      claims('rejected', 'accepted'),
      claims('cancelled', 'accepted'),
      claims('sent-back', 'to-send-back'),
    ]).toEqual([true, true, true]);
    expect([claims('pending', 'rejected'), claims('to-send-back', 'received')]).toEqual([false, false]);
  });

  it('need a note for a rejection; a repeated step changes nothing (SR-R5)', () => {
    const reject = (request = aReturn(), note = '') =>
      setStatus(returnRules, request, { status: 'rejected', note }, byStaff);
    expect(() => reject()).toThrow(refusedAt('adminNotes'));
    const { state } = reject(aReturn(), 'Its seal is broken.');
    expect(reject(state, 'Its seal is broken.').events).toEqual([]);
    expect(() => reject(state, 'Another note.')).toThrow(conflict);
  });

  it('by the link are a cancellation before the goods came (SR-R5)', () => {
    for (const status of ['pending', 'accepted'] as const)
      expect(cancelRequest(returnRules, aReturn({ status }), byCustomer).state.status).toBe('cancelled');
    for (const status of ['received', 'offered', 'settled', 'rejected'] as const)
      expect(() => cancelRequest(returnRules, aReturn({ status }), byCustomer)).toThrow(conflict);
  });
});

describe('the inspection', () => {
  const received = (overrides = {}) => aReturn({ status: 'received', version: 3, ...overrides });
  const lines = [
    { key: phoneKey, isRestocked: true },
    { key: caseKey, isRestocked: false },
  ];
  type Body = Parameters<typeof inspect>[1];
  const inspected = (
    overrides: Partial<Body> = {},
    request = received(),
    photos: Parameters<typeof inspect>[2] = [],
  ) => inspect(request, { lines, version: 3, photoIds: [], ...overrides }, photos, byStaff);
  const npr = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: 'NPR' as const });

  it('of goods as described settles the return with the refund and whether each line is restocked (SR-R6)', () => {
    const { state, events } = inspected();
    expect(state).toMatchObject({
      status: 'settled',
      lines: [{ isRestocked: true }, { isRestocked: false }],
    });
    expect(events).toMatchObject([
      {
        type: 'return.settled',
        data: { lines, refund: { amountInMinorUnits: 119_500, currency: 'NPR' }, refundTo: 'payment' },
      },
    ]);
  });

  it('of worse goods offers a lower refund with its reason and photos (SR-R6)', () => {
    const photos = [{ id: 'a'.repeat(32), by: 'admin' as const }];
    const worse = { offeredRefund: npr(0), adminNotes: 'A scratch.' };
    const { state, events } = inspected(worse, received(), photos);
    expect(state).toMatchObject({ status: 'offered', adminNotes: 'A scratch.', photos });
    expect(events).toMatchObject([
      { type: 'return.status-changed', data: { to: 'offered', refund: { amountInMinorUnits: 0 } } },
    ]);
  });

  it('is refused without a reason, for no lower refund, for other lines, and twice (SR-R6)', () => {
    const refusals: [Partial<Body>, string][] = [
      [{ offeredRefund: npr(100_000) }, 'adminNotes'],
      [{ offeredRefund: npr(119_500), adminNotes: 'A scratch.' }, 'offeredRefund'],
      [{ lines: lines.slice(1) }, 'lines'],
      [{ lines: [...lines, ...lines] }, 'lines'],
      [{ lines: [{ key: 'x', isRestocked: true }, ...lines.slice(1)] }, 'lines'],
    ];
    for (const [overrides, path] of refusals) expect(() => inspected(overrides)).toThrow(refusedAt(path));
    const { state } = inspected();
    expect(() => inspected({}, state)).toThrow(stale);
    expect(() => inspected({ version: 4 }, state)).toThrow(conflict);
    expect(() => inspected({}, received({ status: 'accepted' }))).toThrow(conflict);
  });
});

describe('the answer to a lower refund', () => {
  const offeredStep = {
    ...({ at: now, by: 'admin', who: null, what: 'status', from: 'received', to: 'offered' } as const),
    note: 'A scratch.',
  };
  const offered = aReturn({
    status: 'offered',
    version: 4,
    offeredRefund: { amountInMinorUnits: 90_000, currency: 'NPR' },
    history: [offeredStep],
    lines: aReturn().lines.map((line) => ({ ...line, isRestocked: false })),
  });
  const answer = (request = offered, isAccepted = true, seenVersion = 4) =>
    returnRules.answering?.answer(request, { isAccepted, seenVersion }, byCustomer);

  it('settles the return with the lower refund and its reason, or sends the goods back (SR-R7)', () => {
    expect(answer()?.events).toMatchObject([
      { type: 'return.settled', data: { refund: { amountInMinorUnits: 90_000 }, note: 'A scratch.' } },
    ]);
    expect(answer(offered, false)?.state.status).toBe('to-send-back');
  });

  it('counts for the version that was seen; a repeated one changes nothing (SR-R7)', () => {
    expect(() => answer(offered, true, 3)).toThrow(stale);
    const settled = answer()?.state ?? offered;
    expect(answer(settled)?.events).toEqual([]);
    expect(answer(settled, true, 5)?.events).toEqual([]);
    expect(() => answer(settled, true, 3)).toThrow(stale);
    expect(() => answer(settled, false, 5)).toThrow(conflict);
    expect(() => answer(aReturn({ status: 'settled' }), true, 1)).toThrow(conflict);
  });
});

it('a return is accepted within one business day and inspected within two of the receipt (SR-G13)', () => {
  // Sent on a Sunday, so that the days count from Monday.
  const dueAt = (request = aReturn()) => promisedAtOf(returnRules, request, calendar)?.toISOString();
  expect(dueAt()).toBe('2026-11-23T18:15:00.000Z');
  const received = {
    at: now,
    by: 'admin',
    who: null,
    what: 'status',
    from: 'accepted',
    to: 'received',
    note: '',
  };
  const { history } = aReturn();
  expect(
    dueAt(aReturn({ status: 'received', history: [...history, received as (typeof history)[number]] })),
  ).toBe('2026-11-25T18:15:00.000Z');
  for (const status of ['accepted', 'offered', 'settled'] as const)
    expect(dueAt(aReturn({ status }))).toBeUndefined();
});

it('a return is erased with its photos and message when it is closed, and not while the goods are on their way (SR-G10, SR-G11)', () => {
  const retention = { requestDays: 730, photoDays: 180 };
  const photos = [{ id: 'a'.repeat(32), by: 'customer' as const }];
  for (const status of ['accepted', 'received', 'offered', 'to-send-back'] as const)
    expect(forgetAtOf(returnRules, aReturn({ status, isCustomerDeleted: true }), retention)).toBeNull();
  const cancelled = { status: 'cancelled', isCustomerDeleted: true } as const;
  const inTransit = cancelRequest(returnRules, aReturn({ status: 'accepted' }), byCustomer).state;
  const inThirtyDays = new Date(inTransit.updatedAt.getTime() + 30 * 24 * 60 * 60_000);
  expect(forgetAtOf(returnRules, { ...inTransit, ...cancelled }, retention)).toEqual(inThirtyDays);
  expect(forgetAtOf(returnRules, aReturn(cancelled), retention)).toEqual(aReturn().updatedAt);
  const settled = aReturn({ status: 'settled', isCustomerDeleted: true, photos });
  const after = forget(returnRules, settled, retention, { now, actor: { by: 'shop', who: null } });
  expect(after).toMatchObject({ status: 'settled', message: '', email: '', userId: null });
  expect(photosOf(after)).toEqual([]);
});
