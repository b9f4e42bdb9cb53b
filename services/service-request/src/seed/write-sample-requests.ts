import {
  createPhoneOrderBodySchema,
  createRepairBookingBodySchema,
  type PhoneOrderStatus,
  type RepairBookingStatus,
  type SellRequestStatus,
  submitSellRequestBodySchema,
} from '@kinmel/contracts';
import { continueTrace, createMemoryBus, type Identity, type Logger } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { createServiceRequestContext } from '../context.ts';
import { updatePhoneOrder } from '../phone-orders/change-phone-order.ts';
import { orderPhone } from '../phone-orders/order-phone.ts';
import type { RequestPhotos } from '../photos/request-photos.ts';
import type { ProductCopy } from '../products/product-copy.rules.ts';
import { bookRepair } from '../repair-bookings/book-repair.ts';
import { updateRepairBooking } from '../repair-bookings/change-repair-booking.ts';
import { type SlotCalendar, shopDaysFrom } from '../repair-bookings/slot.rules.ts';
import { answerSellQuote, quoteSellRequest, updateSellStatus } from '../sell-requests/change-sell-request.ts';
import { submitSellRequest } from '../sell-requests/submit-sell-request.ts';
import { drawSamplePhoto } from './draw-sample-photo.ts';

export interface SampleRequests {
  readonly connection: mongoose.Connection;
  readonly logger: Logger;
  readonly photos: RequestPhotos;
  readonly products: readonly ProductCopy[];
  readonly trackingKey: string;
  readonly mailSealKey: string;
  readonly calendar: SlotCalendar;
  readonly customer: { readonly userId: string; readonly email: string };
  readonly adminId: string;
}

interface SamplePerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly userId?: string;
}

const visitors: readonly SamplePerson[] = [
  { name: 'Prakash Shrestha', email: 'prakash@example.com', phone: '+977 980-0000011' },
  { name: 'Maya Tamang', email: 'maya@example.com', phone: '+977 980-0000012' },
  { name: 'Rojan Karki', email: 'rojan@example.com', phone: '+977 980-0000013' },
];

interface SampleSale {
  readonly daysAgo: number;
  readonly person: number | 'customer';
  readonly phone: {
    readonly brand: string;
    readonly model: string;
    readonly storage: string;
    readonly condition: string;
    readonly color: string;
    readonly hasCharger: boolean;
    readonly expectedPrice: number;
  };
  readonly description: string;
  readonly tint?: readonly [number, number, number];
  readonly quote?: number;
  readonly answer?: 'accepted' | 'rejected';
  readonly status?: SellRequestStatus;
  readonly note?: string;
}

const apple = { brand: 'apple', hasCharger: true, condition: 'good', color: 'black' } as const;
const samsung = { brand: 'samsung', hasCharger: false, condition: 'fair', color: 'silver' } as const;

/** One in each state. */
const sales: readonly SampleSale[] = [
  {
    daysAgo: 40,
    person: 'customer',
    phone: { ...apple, model: 'iPhone 12', storage: '64', expectedPrice: 200 },
    description: 'Battery at 86 percent.',
    tint: [40, 48, 56],
    quote: 170,
    answer: 'accepted',
    status: 'completed',
    note: 'Paid in the shop. Thank you!',
  },
  {
    daysAgo: 9,
    person: 0,
    phone: { ...samsung, model: 'Galaxy S21', storage: '128', expectedPrice: 320 },
    description: 'The glass of the back is broken.',
    tint: [150, 156, 164],
    quote: 120,
    answer: 'rejected',
  },
  {
    daysAgo: 3,
    person: 1,
    phone: { ...apple, model: 'iPhone 13', storage: '128', color: 'blue', expectedPrice: 330 },
    description: '',
    quote: 300,
    answer: 'accepted',
  },
  {
    daysAgo: 1,
    person: 'customer',
    phone: { ...apple, model: 'iPhone 14', storage: '256', color: 'purple', expectedPrice: 480 },
    description: 'Always in a case, with its box.',
    tint: [112, 92, 150],
    quote: 430.5,
  },
  {
    daysAgo: 1,
    person: 2,
    phone: { ...samsung, model: 'Galaxy S22', storage: '256', condition: 'good', expectedPrice: 350 },
    description: 'One small scratch on the frame.',
    status: 'reviewed',
  },
  {
    daysAgo: 0,
    person: 0,
    phone: {
      brand: 'other',
      model: 'Fairphone 5',
      storage: '256',
      condition: 'excellent',
      color: 'green',
      hasCharger: false,
      expectedPrice: 400,
    },
    description: 'Two years old, never opened.',
    tint: [86, 128, 104],
  },
];

interface SampleRepair {
  readonly daysAgo: number;
  readonly person: number | 'customer';
  readonly model: string;
  /** Which working day after it was booked. */
  readonly workingDay: number;
  readonly time: string;
  readonly urgency: string;
  readonly message: string;
  readonly steps: readonly RepairBookingStatus[];
  readonly note?: string;
}

const repairs: readonly SampleRepair[] = [
  {
    daysAgo: 20,
    person: 'customer',
    model: 'iPhone 15',
    workingDay: 2,
    time: '10:00',
    urgency: 'medium',
    message: 'The battery is empty by noon.',
    steps: ['confirmed', 'in-repair', 'done'],
    note: 'New battery. Good for 24 months.',
  },
  {
    daysAgo: 6,
    person: 0,
    model: 'S25',
    workingDay: 3,
    time: '11:30',
    urgency: 'low',
    message: '',
    steps: ['cancelled'],
    note: 'As you asked on the phone.',
  },
  {
    daysAgo: 5,
    person: 1,
    model: 'Pixel 9',
    workingDay: 1,
    time: '09:00',
    urgency: 'high',
    message: 'It fell into water.',
    steps: ['confirmed', 'in-repair'],
    note: 'We are drying it and look at the board tomorrow.',
  },
  {
    daysAgo: 1,
    person: 'customer',
    model: 'iPhone 15 Pro',
    workingDay: 3,
    time: '14:30',
    urgency: 'medium',
    message: 'The screen is cracked.',
    steps: ['confirmed'],
    note: 'The part is here.',
  },
  {
    daysAgo: 0,
    person: 2,
    model: 'Samsung Galaxy S25 Ultra',
    workingDay: 2,
    time: '09:30',
    urgency: 'low',
    message: 'The camera does not focus.',
    steps: [],
  },
  {
    daysAgo: 0,
    person: 1,
    model: 'iPhone 15 Pro Max',
    workingDay: 2,
    time: '09:30',
    urgency: 'high',
    message: '',
    steps: [],
  },
];

interface SampleOrder {
  readonly daysAgo: number;
  readonly person: number | 'customer';
  readonly product: number;
  readonly quantity: number;
  readonly isPickup?: boolean;
  readonly priority: string;
  readonly steps: readonly PhoneOrderStatus[];
  readonly note?: string;
}

const orders: readonly SampleOrder[] = [
  {
    daysAgo: 25,
    person: 'customer',
    product: 0,
    quantity: 1,
    priority: 'standard',
    steps: ['confirmed', 'processing', 'shipped', 'delivered'],
  },
  {
    daysAgo: 8,
    person: 1,
    product: 1,
    quantity: 1,
    isPickup: true,
    priority: 'standard',
    steps: ['cancelled'],
    note: 'This colour is not made any more.',
  },
  {
    daysAgo: 3,
    person: 2,
    product: 2,
    quantity: 2,
    priority: 'express',
    steps: ['confirmed', 'processing', 'shipped'],
  },
  { daysAgo: 2, person: 0, product: 3, quantity: 1, priority: 'express', steps: ['confirmed', 'processing'] },
  {
    daysAgo: 1,
    person: 'customer',
    product: 4,
    quantity: 1,
    isPickup: true,
    priority: 'standard',
    steps: ['confirmed'],
  },
  { daysAgo: 0, person: 0, product: 5, quantity: 1, priority: 'urgent', steps: [] },
];

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
const mostSamples = 1_000;

/**
 * Requests of every kind in every state, some of the sample customer, made by the real use cases with the clock set back; repairs on
 * coming working days. Their events are told when the services run. Does nothing when there are requests already.
 * @returns how many were written
 */
export async function writeSampleRequests({
  connection,
  logger,
  photos,
  products,
  trackingKey,
  mailSealKey,
  calendar,
  customer,
  adminId,
}: SampleRequests): Promise<number> {
  const start = Date.now();
  let time = start;
  const made = createServiceRequestContext({
    connection,
    bus: createMemoryBus(),
    photos,
    logger,
    instanceId: 'seed',
    trackingKey,
    mailSealKey,
    calendar,
    readProducts: () => Promise.reject(new Error('Sample data ask nobody.')),
    quoteDays: 7,
    retention: { requestDays: 730, photoDays: 180 },
    isAdminBrowser: () => Promise.resolve(false),
    perHour: {
      'sell-request': mostSamples,
      'repair-booking': mostSamples,
      'phone-order': mostSamples,
      'repair-move': mostSamples,
      'moves-of-one-repair': mostSamples,
    },
    now: () => new Date(time),
  });
  // The service itself fills its copies, all at once: none may be there before.
  const context = {
    ...made,
    productCopies: {
      ...made.productCopies,
      named: async (name: string) => products.filter((product) => product.name === name),
    },
  };
  const { sellRequests, repairBookings, phoneOrders } = context;
  const page = { status: undefined, search: '', skip: 0, limit: 1 };
  const found = await Promise.all(
    [sellRequests, repairBookings, phoneOrders].map((store) => store.list(page)),
  );
  if (found.some(({ total }) => total > 0)) return 0;

  const traceparent = continueTrace(undefined);
  const staff = { identity: { userId: adminId, sessionId: 'seed', role: 'admin' as const }, traceparent };
  const owner: SamplePerson = { ...customer, name: 'Sita Sharma', phone: '+977 980-0000001' };
  const personOf = (person: number | 'customer'): SamplePerson =>
    person === 'customer' ? owner : (visitors[person] ?? owner);
  const sentBy = ({ userId }: SamplePerson) => {
    const identity: Identity | undefined =
      userId === undefined ? undefined : { userId, sessionId: 'seed', role: 'user' };
    return { identity, address: '127.0.0.1', headers: {}, traceparent, log: logger };
  };
  const setBack = (daysAgo: number) => {
    // Within the hour, so that the newest are not made in the future by what happens to them.
    time = start - daysAgo * dayMs - hourMs;
  };
  const pass = () => {
    time += hourMs / 10;
  };

  for (const { daysAgo, person, phone, description, tint, quote, answer, status, note } of sales) {
    setBack(daysAgo);
    const seller = personOf(person);
    const body = submitSellRequestBodySchema.parse({
      ...phone,
      // As a form sends them.
      hasCharger: String(phone.hasCharger),
      expectedPrice: String(phone.expectedPrice),
      description,
      fullName: seller.name,
      contactEmail: seller.email,
      contactPhone: seller.phone,
    });
    const buffer = tint && drawSamplePhoto(tint);
    const file = buffer && { buffer, originalName: 'phone.png', bytes: buffer.length };
    let request = await submitSellRequest(context, { ...sentBy(seller), body, file });
    pass();
    if (quote !== undefined)
      request = await quoteSellRequest(
        context,
        request.id,
        { estimatedPrice: quote, adminNotes: 'With all that you told us of it.', status: 'quoted' },
        staff,
      );
    pass();
    const link = context.links.hashOf('sell-request', request);
    if (answer !== undefined) request = await answerSellQuote(context, link, answer, request.version, staff);
    pass();
    if (status !== undefined)
      await updateSellStatus(context, request.id, { status, ...(note ? { adminNotes: note } : {}) }, staff);
  }

  for (const { daysAgo, person, workingDay, steps, note, ...fields } of repairs) {
    setBack(daysAgo);
    const { name, email, phone } = personOf(person);
    const now = new Date(time);
    const days = shopDaysFrom(calendar.dayOf(now), now, calendar, workingDay + 1);
    const body = createRepairBookingBodySchema.parse({ ...fields, name, email, phone, date: days.at(-1) });
    const { id } = await bookRepair(context, { ...sentBy(personOf(person)), body });
    for (const [index, status] of steps.entries()) {
      pass();
      const isLast = index === steps.length - 1;
      await updateRepairBooking(
        context,
        id,
        { status, ...(isLast && note ? { adminNotes: note } : {}) },
        staff,
      );
    }
  }

  for (const { daysAgo, person, product, isPickup = false, steps, note, quantity, priority } of orders) {
    setBack(daysAgo);
    const { name, email, phone } = personOf(person);
    const wanted = products[product % Math.max(1, products.length)];
    const body = createPhoneOrderBodySchema.parse({
      name,
      email,
      phone,
      model: wanted?.name ?? 'iPhone 15 Pro',
      color: wanted?.color || 'Black',
      storage: wanted?.storage || '256 GB',
      quantity,
      paymentMethod: isPickup ? 'installment' : 'full',
      ...(isPickup
        ? {
            deliveryMethod: 'pickup',
            preferredDate: calendar.dayOf(new Date(time + 2 * dayMs)),
            preferredTime: '15:00',
          }
        : { deliveryMethod: 'delivery', address: 'Jhamsikhel Road 12, Lalitpur' }),
      priority,
    });
    const { id } = await orderPhone(context, { ...sentBy(personOf(person)), body });
    for (const [index, status] of steps.entries()) {
      pass();
      const isLast = index === steps.length - 1;
      await updatePhoneOrder(context, id, { status, ...(isLast && note ? { adminNotes: note } : {}) }, staff);
    }
  }
  return sales.length + repairs.length + orders.length;
}
