import { fiscalYearsSchema } from '@kinmel/contracts';
import type { Order } from '../orders/order.ts';
import { policyContent } from '../policy/policy-content.ts';
import { anOrder, testCalendar } from '../testing/order-builder.ts';
import { documentNumber, dueDocument, fiscalYearOf } from './tax-document.rules.ts';

const onlinePayment = { sessionId: null, paymentId: 'pi_1' };
const invoiced = { documents: ['invoice'] } as const;
const credited = { documents: ['invoice', 'credit-note'] } as const;

it.each<[string, Partial<Order>, ReturnType<typeof dueDocument>]>([
  ['a new order', {}, undefined],
  ['a confirmed order', { orderStatus: 'processing' }, undefined],
  ['a paid order', { paymentStatus: 'paid' }, 'invoice'],
  ['an unpaid order that leaves', { orderStatus: 'shipped' }, 'invoice'],
  ['an unpaid order that was handed over', { orderStatus: 'delivered' }, 'invoice'],
  ['an order with an invoice', { ...invoiced, orderStatus: 'delivered', paymentStatus: 'paid' }, undefined],
  ['a cancelled order', { orderStatus: 'cancelled' }, undefined],
  [
    'a payment after the cancellation',
    { orderStatus: 'cancelled', paymentStatus: 'paid', onlinePayment },
    undefined,
  ],
  ['the refund of an order without an invoice', { paymentStatus: 'refunded', onlinePayment }, undefined],
])('ORD-T1: %s (%j) needs %s', (_name, change, due) => {
  expect(dueDocument(anOrder(change))).toBe(due);
});

it.each<[string, Partial<Order>, ReturnType<typeof dueDocument>]>([
  ['a refund', { ...invoiced, paymentStatus: 'refunded' }, 'credit-note'],
  [
    'a refund of a delivered order',
    { ...invoiced, orderStatus: 'delivered', paymentStatus: 'refunded' },
    'credit-note',
  ],
  ['a cancelled order whose money never came', { ...invoiced, orderStatus: 'cancelled' }, 'credit-note'],
  [
    'a cancelled order that staff hand back',
    { ...invoiced, orderStatus: 'cancelled', paymentStatus: 'paid' },
    undefined,
  ],
  [
    'a cancelled order at the provider',
    { ...invoiced, orderStatus: 'cancelled', paymentStatus: 'failed', onlinePayment },
    undefined,
  ],
  ['a second refund', { ...credited, paymentStatus: 'refunded' }, undefined],
  [
    'a failed refund of a credited order',
    { ...credited, orderStatus: 'cancelled', paymentStatus: 'paid' },
    undefined,
  ],
])('ORD-T4: %s (%j) needs %s', (_name, change, due) => {
  expect(dueDocument(anOrder(change))).toBe(due);
});

it.each([
  ['2026-07-16T18:14:59.999Z', '2082/83'],
  ['2026-07-16T18:15:00.000Z', '2083/84'],
  ['2024-07-15T18:15:00.000Z', '2081/82'],
  ['2032-07-14T18:14:59.999Z', '2088/89'],
])('ORD-T6: %s is in the fiscal year %s of Kathmandu', (moment, year) => {
  expect(fiscalYearOf(testCalendar.dayOf(new Date(moment)), policyContent.fiscalYears)).toBe(year);
});

it.each(['2023-07-16', '2032-07-16', '2050-01-01'])(
  'ORD-T6: %s is in no fiscal year of the policy',
  (day) => {
    expect(() => fiscalYearOf(day, policyContent.fiscalYears)).toThrow(`no fiscal year for ${day}`);
  },
);

it.each<[string, Record<string, string>, string]>([
  ['no year', {}, 'At least one'],
  ['another name', { 'FY 2083': '2026-07-17' }, 'named like 2083/84'],
  ['years that do not follow each other', { '2083/85': '2026-07-17' }, 'two years in a row'],
  ['no day', { '2083/84': '17 July' }, 'date'],
  ['a missing year', { '2082/83': '2025-07-17', '2084/85': '2027-07-17' }, 'does not follow 2082/83'],
  ['the wrong order', { '2083/84': '2026-07-17', '2082/83': '2025-07-17' }, 'does not follow 2083/84'],
  ['a gap', { '2082/83': '2025-07-17', '2083/84': '2026-07-19' }, '2082/83 would have 367 days'],
  ['an overlap', { '2082/83': '2025-07-17', '2083/84': '2026-07-16' }, '2082/83 would have 364 days'],
])('ORD-T6: fiscal years with %s (%j) are refused', (_fault, years, text) => {
  expect(fiscalYearsSchema.safeParse(years).error?.message).toContain(text);
});

it('ORD-T2: a number names its series', () => {
  expect(documentNumber({ series: 'INV-2083/84', number: 42 })).toBe('INV-2083/84-00042');
  expect(documentNumber({ series: 'CN-2083/84', number: 123_456 })).toBe('CN-2083/84-123456');
});
