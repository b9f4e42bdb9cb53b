import {
  cancelTrackedRequest,
  createPhoneOrder,
  createRepairBooking,
  type Endpoint,
  type Life,
  phoneOrderLife,
  repairBookingLife,
  updatePhoneOrder,
  updateRepairBooking,
} from '@kinmel/contracts';
import type { Shop } from '../shop/open-shop.ts';
import { byLink } from './by-link.ts';
import { ask, type Person } from './people.ts';
import { setsStatus, stepsOfLife, stepsOn } from './step.ts';

type Kind = 'repair booking' | 'phone order';

const inTwoDays = ({ simulation }: Shop) =>
  new Date(simulation.nowMs + 2 * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** The steps of a record that a customer creates by a form; at most two exist at a time. */
const bookingSteps = (
  kind: Kind,
  life: Life,
  [create, update]: readonly [Endpoint, Endpoint],
  fieldsOf: (shop: Shop, slot: string) => object,
) => [
  ...stepsOn('customer', {
    [`make a ${kind}`]: {
      weight: 1,
      when: ({ id }, view) => view[kind].length < 2 && !view.deletedAccounts.has(id),
      take: (by: Person, { random }) => {
        const key = `booking-${random.below(1_000_000_000)}`;
        const slot = random.pick(['10:00', '10:30']);
        const contact = { name: by.name, email: `${by.name.toLowerCase()}@example.com`, phone: '9801234567' };
        return {
          by,
          says: `makes a ${kind} for ${slot}`,
          work: (shop) =>
            ask(shop, by, { endpoint: create, key, body: { ...contact, ...fieldsOf(shop, slot) } }),
        };
      },
    },
  }),
  ...stepsOfLife(kind, life, {
    statusOf: ({ status }) => status,
    weights: { confirmed: 2, 'in-repair': 2, done: 2, processing: 2, shipped: 2, delivered: 2 },
    set: setsStatus(update),
    cancelTrackedRequest: byLink('cancels', cancelTrackedRequest),
  }),
];

export const bookingsSteps = [
  ...bookingSteps(
    'repair booking',
    repairBookingLife,
    [createRepairBooking, updateRepairBooking],
    (shop, time) => ({ model: 'iPhone 15', date: inTwoDays(shop), time, urgency: 'high' }),
  ),
  ...bookingSteps(
    'phone order',
    phoneOrderLife,
    [createPhoneOrder, updatePhoneOrder],
    (shop, preferredTime) => ({
      model: 'iPhone 15',
      color: 'black',
      storage: '128 GB',
      quantity: 1,
      paymentMethod: 'full',
      deliveryMethod: 'pickup',
      preferredDate: inTwoDays(shop),
      preferredTime,
      priority: 'urgent',
    }),
  ),
];
