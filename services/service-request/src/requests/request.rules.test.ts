import { phoneOrderRules } from '../phone-orders/phone-order.rules.ts';
import { repairRules } from '../repair-bookings/repair-booking.rules.ts';
import { sellRules } from '../sell-requests/sell-request.rules.ts';
import {
  byCustomer,
  byStaff,
  calendar,
  now,
  phoneOrderState,
  repairBookingState,
  sellRequestState,
} from '../testing/request-samples.ts';
import { forget, forgetAtOf } from './forget.rules.ts';
import {
  cancelRequest,
  type KindRules,
  promisedAtOf,
  type RequestState,
  requestEvent,
  setStatus,
} from './request.rules.ts';

interface KindUnderTest {
  readonly name: string;
  readonly rules: KindRules<RequestState>;
  readonly state: (over?: Partial<RequestState>) => RequestState;
  readonly usualSteps: readonly string[];
  readonly cancellable: readonly string[];
  readonly begunStatuses: readonly string[];
  readonly closedStatuses: readonly string[];
  readonly personal: Readonly<Record<string, string>>;
  readonly doneText: string;
  readonly cancelledEvent: { readonly type: string; readonly data: object };
}

const kinds = [
  {
    name: 'sell request',
    rules: sellRules,
    state: sellRequestState,
    usualSteps: [
      'pending>reviewed',
      'pending>quoted',
      'pending>rejected',
      'reviewed>quoted',
      'reviewed>rejected',
      'quoted>accepted',
      'quoted>rejected',
      'accepted>rejected',
    ],
    cancellable: ['pending', 'reviewed'],
    begunStatuses: ['accepted'],
    closedStatuses: ['rejected', 'completed'],
    personal: { description: '' },
    doneText: 'Your request is withdrawn.',
    cancelledEvent: { type: 'sell-request.status-changed', data: { to: 'rejected' } },
  },
  {
    name: 'repair booking',
    rules: repairRules,
    state: repairBookingState,
    usualSteps: [
      'pending>confirmed',
      'pending>in-repair',
      'pending>cancelled',
      'confirmed>in-repair',
      'confirmed>cancelled',
      'in-repair>done',
    ],
    cancellable: ['pending', 'confirmed'],
    begunStatuses: ['in-repair'],
    closedStatuses: ['done', 'cancelled'],
    personal: { message: '' },
    doneText: 'Your repair booking is cancelled.',
    cancelledEvent: { type: 'repair-booking.cancelled', data: {} },
  },
  {
    name: 'phone order',
    rules: phoneOrderRules,
    state: phoneOrderState,
    usualSteps: [
      'pending>confirmed',
      'pending>processing',
      'pending>cancelled',
      'confirmed>processing',
      'confirmed>cancelled',
      'processing>shipped',
      'processing>cancelled',
      'shipped>delivered',
    ],
    cancellable: ['pending', 'confirmed'],
    begunStatuses: ['processing', 'shipped'],
    closedStatuses: ['delivered', 'cancelled'],
    personal: { address: '', message: '' },
    doneText: 'Your order is cancelled.',
    cancelledEvent: { type: 'phone-order.cancelled', data: {} },
  },
] as unknown as readonly KindUnderTest[];

const conflict = expect.objectContaining({ code: 'conflict' });
const refusedAtNotes = expect.objectContaining({
  code: 'conflict',
  details: [{ path: 'adminNotes', message: expect.stringMatching(/^Please say in the notes why /) }],
});

describe.each(kinds)('a $name', (kind) => {
  const { rules, state, usualSteps, cancellable, begunStatuses, closedStatuses, cancelledEvent } = kind;
  const statuses = Object.keys(rules.usualSteps);
  const stepTo = (from: string, status: string, note = '') =>
    setStatus(rules, state({ status: from, adminNotes: 'Before' }), { status, note }, byStaff);
  const [usualFrom = '', usualTo = ''] = (usualSteps[0] ?? '').split('>');

  it('is pending at first (SR-S1, SR-B5, SR-P1, SR-G2)', () => {
    expect(state()).toMatchObject({
      status: 'pending',
      version: 1,
      adminNotes: '',
      history: [{ by: 'customer', who: null, what: 'status', from: null, to: 'pending' }],
    });
  });

  it('has an event with reference, subject and the encrypted token (SR-T1)', () => {
    const event = requestEvent(rules, state(), rules.receivedEvent(state()), byCustomer);
    expect(event).toMatchObject({
      type: `${rules.kind}.received`,
      aggregateVersion: 1,
      data: {
        reference: '0ABCDE',
        subject: rules.subjectOf(state()),
        customer: { name: 'Sita', email: 'sita@example.com' },
        sealedTrackingToken: 'sealed',
      },
    });
  });

  it('has the expected usual steps, and a text for its cancellation', () => {
    const steps = Object.entries(rules.usualSteps).flatMap(([from, to]) =>
      to.map((status) => `${from}>${status}`),
    );
    expect(steps.toSorted()).toEqual(usualSteps.toSorted());
    expect(rules.cancelling.doneText).toBe(kind.doneText);
  });

  it.each(statuses.flatMap((from) => statuses.filter((to) => to !== from).map((to) => ({ from, to }))))(
    'goes from $from to $to without a note only where that step is usual (SR-G4, SR-S2, SR-B6, SR-P4, SIL-38)',
    ({ from, to }) => {
      if (usualSteps.includes(`${from}>${to}`)) expect(stepTo(from, to).state.status).toBe(to);
      else expect(() => stepTo(from, to)).toThrow(refusedAtNotes);
      expect(stepTo(from, to, 'Why').state.status).toBe(to);
    },
  );

  it('records who changed what and why in a new version, with an event (SR-G2)', () => {
    const { state: after, events } = stepTo(usualFrom, usualTo, 'Looks good');
    expect(after).toMatchObject({ version: 2, adminNotes: 'Looks good', updatedAt: now });
    const step = { what: 'status', from: usualFrom, to: usualTo, note: 'Looks good' };
    expect(after.history.at(-1)).toEqual({ at: now, by: 'admin', who: 'admin-1', ...step });
    expect(events).toMatchObject([
      {
        type: `${rules.kind}.status-changed`,
        aggregateVersion: 2,
        data: { from: usualFrom, to: usualTo, note: 'Looks good' },
      },
    ]);
    expect(stepTo(usualFrom, usualTo).state.adminNotes).toBe('Before');
  });

  it('set to its own status changes only with a note', () => {
    const request = state();
    expect(setStatus(rules, request, { status: 'pending', note: '', version: 1 }, byStaff)).toEqual({
      state: request,
      events: [],
    });
    expect(stepTo('pending', 'pending', 'Call first').state).toMatchObject({
      version: 2,
      adminNotes: 'Call first',
    });
  });

  it('refuses a change of an outdated version (SR-G3)', () => {
    const change = (version: number) => () =>
      setStatus(rules, state({ version: 2 }), { status: usualTo, note: 'Why', version }, byStaff);
    expect(change(1)).toThrow(
      expect.objectContaining({
        code: 'version-conflict',
        message: 'Somebody changed this request meanwhile. Please look at it again.',
        details: [{ path: 'version', message: '2' }],
      }),
    );
    expect(change(2)().state.version).toBe(3);
  });

  it('is cancelled by the holder of its link before work starts, once (SR-S7, SR-B7, SR-P5)', () => {
    for (const status of statuses) {
      const request = state({ status });
      if (cancellable.includes(status)) {
        const { state: after, events } = cancelRequest(rules, request, byCustomer);
        expect(after).toMatchObject({ status: rules.stages.withdrawn, version: 2 });
        expect(after.history.at(-1)).toMatchObject({ by: 'customer', from: status, note: '' });
        expect(events).toMatchObject([
          { type: cancelledEvent.type, data: { ...cancelledEvent.data, by: 'customer', note: '' } },
        ]);
        expect(cancelRequest(rules, after, byCustomer)).toEqual({ state: after, events: [] });
      } else if (status !== rules.stages.withdrawn)
        expect(() => cancelRequest(rules, request, byCustomer)).toThrow(conflict);
    }
  });

  it('has a promised time exactly while it waits for staff (SR-G13, SR-W1)', () => {
    for (const status of statuses)
      expect(promisedAtOf(rules, state({ status }), calendar) !== null).toBe(
        rules.stages.open.includes(status),
      );
  });

  describe('personal data (SR-G10, SR-G11)', () => {
    const retention = { requestDays: 30, photoDays: 10 };
    const createdAt = new Date('2026-10-01T00:00:00.000Z');
    const updatedAt = new Date('2026-10-05T00:00:00.000Z');
    const oldState = (overrides: Partial<RequestState>) => state({ createdAt, updatedAt, ...overrides });
    const dueAt = (overrides: Partial<RequestState>) =>
      forgetAtOf(rules, oldState(overrides), retention)?.toISOString() ?? null;
    const photoEnd = '2026-10-11T00:00:00.000Z';
    const contextAt = (moment: string) => ({ ...byCustomer, now: new Date(moment) });

    it('are kept while it is open, and due thirty days after it was closed', () => {
      const { withdrawn } = rules.stages;
      for (const status of statuses)
        expect(dueAt({ status })).toBe(closedStatuses.includes(status) ? '2026-11-04T00:00:00.000Z' : null);
      const after = forget(
        rules,
        oldState({ status: withdrawn }),
        retention,
        contextAt('2026-11-04T00:00:00.000Z'),
      );
      expect(after).toMatchObject({
        status: withdrawn,
        name: 'Deleted customer',
        email: '',
        phone: '',
        userId: null,
        adminNotes: '',
        linkGeneration: 2,
        ...kind.personal,
      });
      expect(after.history).toEqual(state().history.map((entry) => ({ ...entry, note: '' })));
      expect(dueAt({ status: withdrawn, forgottenAt: now })).toBeNull();
    });

    it('are due with the account, unless work has started', () => {
      for (const status of statuses)
        expect(dueAt({ status, isCustomerDeleted: true })).toBe(
          begunStatuses.includes(status) ? null : updatedAt.toISOString(),
        );
      const erased = forget(rules, oldState({ isCustomerDeleted: true }), retention, byCustomer);
      expect(erased.status).toBe(rules.stages.withdrawn);
      expect(erased.history.at(-1)).toMatchObject({ from: 'pending', to: rules.stages.withdrawn, note: '' });
    });

    it('include the photo, due after ten days without a history entry (SR-S5)', () => {
      expect(dueAt({ photoId: 'p' })).toBe(photoEnd);
      expect(dueAt({ photoId: 'p', status: rules.stages.withdrawn })).toBe(photoEnd);
      const request = oldState({ photoId: 'p', status: rules.stages.withdrawn });
      const withoutPhoto = forget(rules, request, retention, contextAt('2026-11-03T23:59:59.999Z'));
      expect(withoutPhoto).toEqual({ ...request, photoId: null, version: 2 });
      const erasedRequest = forget(rules, request, retention, contextAt('2026-11-04T00:00:00.000Z'));
      expect(erasedRequest).toMatchObject({ name: 'Deleted customer', photoId: null });
      const openRequest = forget(
        rules,
        oldState({ photoId: 'p' }),
        retention,
        contextAt('2026-12-01T00:00:00.000Z'),
      );
      expect(openRequest).toMatchObject({ name: 'Sita', photoId: null });
      expect(dueAt({ photoId: 'p', isCustomerDeleted: true })).toBe(updatedAt.toISOString());
      for (const status of begunStatuses)
        expect(dueAt({ status, photoId: 'p', isCustomerDeleted: true })).toBe(photoEnd);
    });
  });
});
