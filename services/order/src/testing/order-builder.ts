import { defaultTimeZone } from '@kinmel/contracts';
import { type ShopCalendar, shopDays } from '@kinmel/service-kit';
import { sampleDelivery } from '@kinmel/testing/samples';
import type { HistoryEntry, Order } from '../orders/order.ts';
import samples from './sample-records.json' with { type: 'json' };

const moment = new Date('2026-11-20T10:00:00.000Z');

export const anOrder = (overrides: Partial<Order> = {}): Order => ({
  ...(structuredClone(samples.order) as unknown as Order),
  customerDetails: sampleDelivery,
  history: [{ at: moment, ...(samples.firstStep as Omit<HistoryEntry, 'at'>) }],
  createdAt: moment,
  updatedAt: moment,
  ...overrides,
});

/** Closed on Friday, 25 December 2026. */
export const testCalendar: ShopCalendar = {
  dayOf: shopDays(defaultTimeZone),
  closedDays: new Set(['2026-12-25']),
};

/** The settings of the test shop. */
export const testShop = {
  contact: { address: 'Test street 1', email: 'shop@test.example', phone: '1' },
  shopUrl: 'http://localhost:8080',
  timeZone: defaultTimeZone,
  closedDays: [],
};
