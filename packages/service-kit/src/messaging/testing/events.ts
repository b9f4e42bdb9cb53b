import { randomUUID } from 'node:crypto';
import { type EventOf, productUpdated } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import { saveChange } from '../../mongo/save-change.ts';
import type { WireEvent } from '../bus/bus.ts';
import { createEvent } from '../bus/create-event.ts';
import { outboxOf } from '../outbox/outbox.ts';

const productId = 'a'.repeat(24);

/** A valid event of a contract. */
export const anUpdate = (aggregateVersion = 1, name = 'Galaxy S26'): EventOf<typeof productUpdated> =>
  createEvent(productUpdated, {
    aggregateId: productId,
    aggregateVersion,
    traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
    data: {
      productId,
      name,
      brand: 'Samsung',
      category: 'smartphone',
      priceInMinorUnits: 9_150_000,
      oldPriceInMinorUnits: null,
      image: '',
      inStock: true,
      lowStockCount: null,
      specs: {},
    },
  });

/** An event of any type, without data. */
export const anEvent = (overrides: Partial<WireEvent> = {}): WireEvent => ({
  eventId: randomUUID(),
  type: 'order.placed',
  version: 1,
  aggregateId: 'order-1',
  aggregateVersion: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: {},
  ...overrides,
});

/** Saves events like a use case. */
export const save = (connection: mongoose.Connection, ...events: readonly WireEvent[]) =>
  saveChange(connection, { events }, async () => true);

/** Stores sent events, by default as sent a second ago. */
export const storeSent = (
  connection: mongoose.Connection,
  events: readonly WireEvent[],
  sentAt = new Date(Date.now() - 1_000),
) =>
  outboxOf(connection).insertMany(
    events.map((event) => ({ _id: event.eventId, record: event.aggregateId, event, sentAt })),
  );
