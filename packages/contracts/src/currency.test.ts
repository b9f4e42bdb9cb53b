import { offerUpdated } from './offer/offer-events.ts';
import { orderRefunded } from './order/order-events.ts';
import { sellRequestQuoted } from './service-request/service-request-events.ts';

it.each([
  [orderRefunded, 'NPR'],
  [sellRequestQuoted, 'USD'],
  [offerUpdated, 'NPR'],
] as const)(
  'an event from before records had a currency gets the default one, and no other is accepted',
  (definition, currency) => {
    const field = definition.data.shape.currency;
    expect(field.parse(undefined)).toBe(currency);
    expect(field.safeParse('EUR').success).toBe(false);
  },
);
