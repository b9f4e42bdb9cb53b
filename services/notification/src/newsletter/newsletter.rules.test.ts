import { endOf, shopDays } from '@kinmel/service-kit';
import { anOfferSnapshot } from '@kinmel/testing/samples';
import {
  askAgainAfterMs,
  confirmSubscription,
  confirmWithinHours,
  issueOf,
  type NewsletterSubscription,
  requestConfirmation,
} from './newsletter.rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const requestAt = (current: NewsletterSubscription | undefined, at = now) =>
  requestConfirmation(current, { email: 'asha@kinmel.example', newId: 'new', now: at });
const pending: NewsletterSubscription = {
  subscriptionId: 's1',
  email: 'asha@kinmel.example',
  state: 'asked',
  round: 1,
  askedAt: now,
};
const confirmed: NewsletterSubscription = { ...pending, state: 'confirmed' };
const hours = 60 * 60_000;

describe('the newsletter', () => {
  it('asks a new address for confirmation (NOT-N2, SIL-07)', () => {
    expect(requestAt(undefined)).toMatchObject({ subscriptionId: 'new', state: 'asked', round: 1 });
  });

  it('sends nothing to a confirmed address (NOT-N1)', () => {
    expect(requestAt(confirmed, after(100 * hours))).toBeUndefined();
  });

  it('asks again after ten minutes, not before, and accepts the newest link only (NOT-N4)', () => {
    expect(requestAt(pending, after(askAgainAfterMs - 1))).toBeUndefined();
    const renewed = requestAt(pending, after(askAgainAfterMs));
    expect(renewed).toMatchObject({ subscriptionId: 's1', round: 2 });
    expect(confirmSubscription(renewed, { round: 1, now: after(askAgainAfterMs) })).toBeUndefined();
    expect(confirmSubscription(renewed, { round: 2, now: after(askAgainAfterMs) })).toMatchObject({
      state: 'confirmed',
    });
  });

  it('accepts a confirmation within 48 hours, also repeated (NOT-N2, NOT-N3)', () => {
    const result = confirmSubscription(pending, { round: 1, now: after(confirmWithinHours * hours - 1) });
    expect(result).toMatchObject({ state: 'confirmed' });
    expect(confirmSubscription(result, { round: 1, now: after(1000 * hours) })).toMatchObject({
      state: 'confirmed',
    });
    expect(
      confirmSubscription(pending, { round: 1, now: after(confirmWithinHours * hours) }),
    ).toBeUndefined();
  });

  it('refuses a confirmation of an ended or unknown subscription (NOT-N2)', () => {
    expect(confirmSubscription(undefined, { round: 1, now })).toBeUndefined();
  });

  it('starts again when the confirmation request has expired (NOT-N3)', () => {
    expect(requestAt(pending, after(confirmWithinHours * hours))).toMatchObject({
      subscriptionId: 'new',
      round: 1,
    });
  });
});

describe('an issue of the newsletter', () => {
  const offer = anOfferSnapshot({ validFrom: '2026-11-21', validUntil: '2026-11-22' });

  it.each([
    ['Asia/Kathmandu', '2026-11-20T18:15:00.000Z', '2026-11-22T18:15:00.000Z'],
    ['America/New_York', '2026-11-21T05:00:00.000Z', '2026-11-23T05:00:00.000Z'],
    ['UTC', '2026-11-21T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ])(
    'is valid from the first to the end of the last day of the shop in %s (NOT-N9, ORD-O3)',
    (zone, first, end) => {
      const dayOf = shopDays(zone);
      expect(issueOf(offer, now, dayOf)).toMatchObject({ startsAt: new Date(first) });
      expect(endOf(offer.validUntil, { dayOf })).toEqual(new Date(end));
      expect(issueOf(offer, new Date(Date.parse(end) - 1), dayOf)).toBeDefined();
      expect(issueOf(offer, new Date(end), dayOf)).toBeUndefined();
    },
  );
});
