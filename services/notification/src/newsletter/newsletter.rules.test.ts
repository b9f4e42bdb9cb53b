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
const later = (ms: number) => new Date(now.getTime() + ms);
const ask = (current: NewsletterSubscription | undefined, at = now) =>
  requestConfirmation(current, { email: 'asha@kinmel.example', newId: 'new', now: at });
const asked: NewsletterSubscription = {
  subscriptionId: 's1',
  email: 'asha@kinmel.example',
  state: 'asked',
  round: 1,
  askedAt: now,
};
const confirmed: NewsletterSubscription = { ...asked, state: 'confirmed' };
const hours = 60 * 60_000;

describe('the newsletter', () => {
  it('asks a new address for confirmation (NOT-N2, SIL-07)', () => {
    expect(ask(undefined)).toMatchObject({ subscriptionId: 'new', state: 'asked', round: 1 });
  });

  it('sends nothing to a confirmed address (NOT-N1)', () => {
    expect(ask(confirmed, later(100 * hours))).toBeUndefined();
  });

  it('asks again after ten minutes, not before, and accepts the newest link only (NOT-N4)', () => {
    expect(ask(asked, later(askAgainAfterMs - 1))).toBeUndefined();
    const again = ask(asked, later(askAgainAfterMs));
    expect(again).toMatchObject({ subscriptionId: 's1', round: 2 });
    expect(confirmSubscription(again, { round: 1, now: later(askAgainAfterMs) })).toBeUndefined();
    expect(confirmSubscription(again, { round: 2, now: later(askAgainAfterMs) })).toMatchObject({
      state: 'confirmed',
    });
  });

  it('accepts a confirmation within 48 hours, also repeated (NOT-N2, NOT-N3)', () => {
    const yes = confirmSubscription(asked, { round: 1, now: later(confirmWithinHours * hours - 1) });
    expect(yes).toMatchObject({ state: 'confirmed' });
    expect(confirmSubscription(yes, { round: 1, now: later(1000 * hours) })).toMatchObject({
      state: 'confirmed',
    });
    expect(confirmSubscription(asked, { round: 1, now: later(confirmWithinHours * hours) })).toBeUndefined();
  });

  it('refuses a confirmation of an ended or unknown subscription (NOT-N2)', () => {
    expect(confirmSubscription(undefined, { round: 1, now })).toBeUndefined();
  });

  it('starts again when the question expired (NOT-N3)', () => {
    expect(ask(asked, later(confirmWithinHours * hours))).toMatchObject({ subscriptionId: 'new', round: 1 });
  });
});

describe('an issue of the newsletter', () => {
  const offer = anOfferSnapshot({ validFrom: '2026-11-21', validUntil: '2026-11-22' });

  it.each([
    ['Asia/Kathmandu', '2026-11-20T18:15:00.000Z', '2026-11-22T18:15:00.000Z'],
    ['America/New_York', '2026-11-21T05:00:00.000Z', '2026-11-23T05:00:00.000Z'],
    ['UTC', '2026-11-21T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ])(
    'is good from the first to the end of the last day of the shop in %s (NOT-N9, ORD-O3)',
    (zone, first, end) => {
      const dayOf = shopDays(zone);
      expect(issueOf(offer, now, dayOf)).toMatchObject({ startsAt: new Date(first) });
      expect(endOf(offer.validUntil, { dayOf })).toEqual(new Date(end));
      expect(issueOf(offer, new Date(Date.parse(end) - 1), dayOf)).toBeDefined();
      expect(issueOf(offer, new Date(end), dayOf)).toBeUndefined();
    },
  );
});
