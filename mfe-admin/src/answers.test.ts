import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import { ownerPageAnswer, pageAnswer, recordOf, valueAnswer } from './answers.ts';
import { auditPageAnswer } from './features/audit/audit-api.ts';
import { orderStatsAnswer } from './features/checkout-orders/checkout-orders-api.ts';
import { recordEventsAnswer } from './features/events/events-api.ts';
import { anAuditEntry } from './testing/audit.ts';

const row = recordOf<{ id: string }>({ id: z.string() });
const record = { id: 'a', other: 1 };
const read = (schema: ZodMiniType, answer: unknown) => schema.safeParse(answer).data;

describe('an answer with a list', () => {
  const page = pageAnswer(row, 'orders', 'data');
  const pagination = { totalPages: 2, totalOrders: 21 };

  it.each([
    ['bare', [record], 1, 1],
    ['under its name', { success: true, orders: [record], pagination }, 2, 21],
    ['as data', { success: true, data: [record] }, 1, 1],
    ['inside data', { success: true, data: { orders: [record], pagination } }, 2, 21],
    ['with a record that lacks a field', { orders: [record, { no: 'id' }, null] }, 1, 1],
  ])('is read %s (SIL-03, AENT-16)', (_, answer, totalPages, total) => {
    expect(read(page, answer)).toEqual({ rows: [record], totalPages, total });
  });

  it.each([[{ success: true }], [{ data: 'none' }], ['text'], [7], [null]])('is refused for %j', (answer) => {
    expect(read(page, answer)).toBeUndefined();
  });
});

it.each([
  ['bare', record],
  ['as data', { data: record }],
  ['under its name', { order: record }],
])('reads one record %s, with its unchecked fields (SIL-03)', (_, answer) => {
  expect(read(valueAnswer(row, 'order'), answer)).toEqual(record);
});

it('refuses order stats without figures (CONF-62)', () => {
  expect(read(orderStatsAnswer, { success: true })).toBeUndefined();
});

it('reads the page of one service, and takes a malformed cursor as the end', () => {
  expect(read(ownerPageAnswer(row), { data: [record], next: 5 })).toEqual({ rows: [record], next: null });
  expect(read(ownerPageAnswer(row), { data: 'x' })).toBeUndefined();
});

it('leaves out audit entries without a known kind or a time', () => {
  const entry = anAuditEntry();
  const malformedEntries = [
    { ...entry, record: { kind: 'toString', id: 'x' } },
    { ...entry, at: 1 },
  ];
  expect(read(auditPageAnswer, { data: [...malformedEntries, entry], next: null })).toEqual({
    rows: [entry],
    next: null,
  });
});

it('leaves out events that lack a shown field', () => {
  const received = {
    eventId: 'e',
    eventType: 'order.placed',
    state: 'parked',
    at: '2026-11-21T08:00:03.000Z',
  };
  expect(read(recordEventsAnswer, { published: [{ eventId: 'x' }], received: [received, 'x'] })).toEqual({
    published: [],
    received: [received],
  });
});
