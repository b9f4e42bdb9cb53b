import { readFile, writeFile } from 'node:fs/promises';
import {
  type BodyOf,
  createPhoneOrderBodySchema,
  createRepairBookingBodySchema,
  dayMs,
  type inspectReturn,
  type OrderToReturn,
  type PhoneOrderStatus,
  policyParts,
  type RepairBookingStatus,
  type ReturnStatus,
  requestCurrency,
  type SellPaymentChoice,
  type SellRequestStatus,
  submitSellRequestBodySchema,
} from '@kinmel/contracts';
import { continueTrace, createMemoryBus, type Identity } from '@kinmel/service-kit';
import { createServiceRequestContext, type ServiceRequestContextOptions } from '../context.ts';
import { orderPhone } from '../phone-orders/phone-orders.routes.ts';
import type { ProductCopy } from '../products/product-copy.rules.ts';
import { bookRepair } from '../repair-bookings/change-repair-booking.ts';
import { shopDaysFrom } from '../repair-bookings/slot.rules.ts';
import { answerByLink, changeByShop, findRequest, updateStatus } from '../requests/change-request.ts';
import { type RequestState, referenceOf } from '../requests/request.rules.ts';
import type { RequestsStore } from '../requests/requests.store.ts';
import type { Return } from '../returns/return.rules.ts';
import { recordInspection, submitReturn } from '../returns/returns.routes.ts';
import { inspectPhone, receivePhone } from '../sell-requests/phone.rules.ts';
import type { SellRequest } from '../sell-requests/sell-request.rules.ts';
import { quoteEndOf, quoteSellRequest, submitSellRequest } from '../sell-requests/sell-requests.routes.ts';
import samples from './sample-requests.json' with { type: 'json' };

type Option = 'connection' | 'logger' | 'photos' | 'trackingKey' | 'mailSealKey' | 'deviceKey' | 'calendar';

export interface SampleRequests extends Pick<ServiceRequestContextOptions, Option> {
  readonly products: readonly ProductCopy[];
  /** Delivered orders of the customer, oldest first. */
  readonly ordersToReturn: readonly OrderToReturn[];
  readonly customer: { readonly userId: string; readonly email: string };
  readonly adminId: string;
  /** File to which received phones are written, for the seed of device. */
  readonly phonesFile?: string | undefined;
}

/** A return of the first line of an order. */
interface SampleReturn {
  readonly form: Pick<Return, 'reason' | 'refundTo' | 'message'>;
  readonly inspection?: Pick<BodyOf<typeof inspectReturn>, 'offeredRefund' | 'adminNotes'>;
}

type Samples = typeof samples;

/** A sample from the file; `Exact` has the fields whose values are defined by the contracts. */
type Sample<Kind extends keyof Samples, Exact = unknown> = Omit<Samples[Kind][number], keyof Exact> & Exact;

type Steps<Status> = { readonly steps: readonly Status[] };

type Sale = Sample<'sales', { readonly status?: SellRequestStatus; readonly payment?: SellPaymentChoice }>;

interface Person extends Sample<'visitors'> {
  readonly userId?: string;
}

// Validated by the schemas of the contracts.
const { visitors, sales, repairs, orders, returns } = samples as unknown as {
  visitors: readonly Person[];
  sales: readonly Sale[];
  repairs: readonly Sample<'repairs', Steps<RepairBookingStatus>>[];
  orders: readonly Sample<'orders', Steps<PhoneOrderStatus>>[];
  returns: readonly Sample<'returns', Steps<ReturnStatus> & SampleReturn>[];
};

const hourMs = 60 * 60_000;
/** The initial rate of order. */
const firstRate = {
  currency: requestCurrency,
  number: 1,
  shopMinorUnits: 13_500,
  tradeIn: policyParts.tradeIn,
};
/** A rendered picture instead of a photo. */
const photoOf = (name: string) => readFile(new URL(`./pictures/${name}.png`, import.meta.url));

/**
 * Writes sample requests of every kind and status by the real use cases, with the clock set back; repairs are on coming
 * working days. Events are sent when the services run. Does nothing when there are requests.
 * @returns the number of requests
 */
export async function writeSampleRequests({
  products,
  ordersToReturn,
  calendar,
  customer,
  adminId,
  phonesFile,
  ...options
}: SampleRequests): Promise<number> {
  const start = Date.now();
  let time = start;
  const serviceContext = createServiceRequestContext({
    ...options,
    bus: createMemoryBus(),
    instanceId: 'seed',
    calendar,
    order: {
      async read(orderId) {
        const order = ordersToReturn.find((one) => one.orderId === orderId);
        if (order === undefined) throw new Error('Sample data are written without order.');
        // The return period may have ended, because the clock is set back.
        return { ...order, problem: null };
      },
      // The running service makes the claims.
      claim: async () => undefined,
      claimBuyBack: async () => undefined,
      endBuyBack: async () => undefined,
      redirectPayout: async () => undefined,
    },
    readProducts: () => Promise.reject(new Error('Sample data are written without catalog.')),
    readRate: async () => firstRate,
    phones: {
      // The samples contain no step that claims a phone.
      claimPhone: () => Promise.reject(new Error('Sample data are written without device.')),
      settleReceipt: () => Promise.reject(new Error('Sample data are written without device.')),
    },
    quoteDays: 7,
    retention: { requestDays: 730, photoDays: 180 },
    isAdminBrowser: () => Promise.resolve(false),
    now: () => new Date(time),
  });
  const listByName = async (name: string) => products.filter((product) => product.name === name);
  // Not stored: the service copies all products at once and expects no copies.
  const context = {
    ...serviceContext,
    productCopies: { ...serviceContext.productCopies, listByName },
  };
  const { requests } = context;
  const firstOfAll = { status: undefined, search: '', skip: 0, limit: 1 };
  const pages = await Promise.all(Object.values(requests).map((store) => store.list(firstOfAll)));
  if (pages.some(({ total }) => total > 0)) return 0;

  const traceparent = continueTrace(undefined);
  const identityOf = (userId: string, role: Identity['role']) => ({ userId, sessionId: 'seed', role });
  const staff = { identity: identityOf(adminId, 'admin'), traceparent };
  const owner: Person = { ...customer, name: 'Sita Sharma', phone: '+977 980-0000001' };
  const personOf = ({ person }: { readonly person: number | string }): Person =>
    typeof person === 'number' ? (visitors[person] ?? owner) : owner;
  const sentBy = ({ userId }: Person) => {
    const identity = userId === undefined ? undefined : identityOf(userId, 'user');
    return { identity, address: '127.0.0.1', headers: {}, traceparent };
  };
  const setClockBack = ({ daysAgo }: { readonly daysAgo: number }) => {
    // An hour earlier, so that later steps of the newest requests are not in the future.
    time = start - daysAgo * dayMs - hourMs;
  };
  const passTime = () => {
    time += hourMs / 10;
  };
  /** @param note saved with the last step */
  async function takeSteps<State extends RequestState>(
    store: RequestsStore<State>,
    id: string,
    steps: readonly State['status'][],
    note: string | undefined,
  ): Promise<void> {
    for (const [index, status] of steps.entries()) {
      passTime();
      const adminNotes = index === steps.length - 1 ? note : undefined;
      await updateStatus(context, store, id, { status, adminNotes }, staff);
    }
  }

  const answerAs = <State extends RequestState>(
    store: RequestsStore<State>,
    request: State,
    isAccepted: boolean,
    payment?: SellPaymentChoice,
  ): Promise<State> => {
    const link = context.links.hashOf(store.kind, request);
    const { quote } = store.kind.tracked(request, new Date(time), calendar, '', firstRate);
    const sum = quote?.pays?.[payment?.to ?? 'payout'].amountInMinorUnits;
    const answer = { isAccepted, seenVersion: request.version, payment, amountInMinorUnits: sum };
    return answerByLink(context, store, link, answer, staff);
  };

  /** Applies the events of device. Returns the data for the seed of device. */
  async function bringPhone(request: SellRequest, { imei, payment, came }: Sale) {
    const { 'sell-request': store } = requests;
    const { id } = request;
    const { lowerQuote, answer } = came ?? {};
    const [deviceId, receivedAt] = [context.newId(), new Date(time)];
    await changeByShop(context, store, id, (one, by) => receivePhone(one, { deviceId, version: 1 }, by));
    passTime();
    if (lowerQuote !== undefined) {
      const newQuote = lowerQuote && { ...lowerQuote, currency: requestCurrency, photos: [] };
      const inspection = { deviceId, version: 2, lowerQuote: newQuote };
      const validUntil = quoteEndOf(context, new Date(time));
      await changeByShop(context, store, id, (one, by) => inspectPhone(one, inspection, validUntil, by));
    }
    passTime();
    if (answer) await answerAs(store, await findRequest(store, id), answer === 'accepted', payment);
    const { status, agreed, version } = await findRequest(store, id);
    const receipt = { deviceId, receiptId: context.newId(), version };
    return {
      request: { ...request, ...receipt, sellRequestId: id, reference: referenceOf(request) },
      deviceId,
      imei,
      receivedAt,
      lowerQuote,
      photo: (await photoOf('blue')).toString('base64'),
      price: status === 'completed' ? agreed?.amount : undefined,
    };
  }

  const phones: unknown[] = [];
  for (const sale of sales) {
    setClockBack(sale);
    const seller = personOf(sale);
    const { photo, quote, answer, status, note, id, imei, payment, came } = sale;
    const body = submitSellRequestBodySchema.parse({
      ...sale.phone,
      // Form fields are texts.
      hasCharger: String(sale.phone.hasCharger),
      expectedPrice: String(sale.phone.expectedPrice),
      description: sale.description,
      imei,
      fullName: seller.name,
      contactEmail: seller.email,
      contactPhone: seller.phone,
    });
    const buffer = photo === undefined ? undefined : await photoOf(photo);
    const file = buffer && { buffer, originalName: 'phone.png', bytes: buffer.length };
    const contextWithId = id === undefined ? context : { ...context, newId: () => id };
    let request = await submitSellRequest(contextWithId, { ...sentBy(seller), body, file });
    passTime();
    if (quote !== undefined)
      request = await quoteSellRequest(
        context,
        request.id,
        { estimatedPrice: quote, adminNotes: 'With all that you told us of it.', status: 'quoted' },
        staff,
      );
    passTime();
    if (answer !== undefined)
      request = await answerAs(requests['sell-request'], request, answer === 'accepted', payment);
    if (status !== undefined) await takeSteps(requests['sell-request'], request.id, [status], note);
    passTime();
    if (came) phones.push(await bringPhone(request, sale));
  }
  if (phonesFile !== undefined) await writeFile(phonesFile, JSON.stringify(phones));

  for (const repair of repairs) {
    setClockBack(repair);
    const person = personOf(repair);
    const { workingDay, steps, note } = repair;
    const now = new Date(time);
    const date = shopDaysFrom(calendar.dayOf(now), now, calendar, workingDay + 1).at(-1);
    const body = createRepairBookingBodySchema.parse({ ...repair, ...person, date });
    const { id } = await bookRepair(context, { ...sentBy(person), body });
    await takeSteps(requests['repair-booking'], id, steps, note);
  }

  for (const order of orders) {
    setClockBack(order);
    const person = personOf(order);
    const { product, isPickup = false, quantity, priority, steps, note } = order;
    const copy = products[product % Math.max(1, products.length)];
    const body = createPhoneOrderBodySchema.parse({
      ...person,
      model: copy?.name ?? 'iPhone 15 Pro',
      color: copy?.color || 'Black',
      storage: copy?.storage || '256 GB',
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
    const { id } = await orderPhone(context, { ...sentBy(person), body });
    await takeSteps(requests['phone-order'], id, steps, note);
  }
  const returnedSamples = returns.filter(({ order }) => ordersToReturn[order]);
  for (const sample of returnedSamples) {
    setClockBack(sample);
    const { order, form, steps, note, inspection, isAccepted, sentBack } = sample;
    const { orderId = '', lines: [line] = [] } = ordersToReturn[order] ?? {};
    const lines = [{ key: line?.key ?? '', quantity: 1, isRestocked: true }];
    const body = {
      ...form,
      orderId,
      lines,
      photoIds: [await options.photos.keep(await photoOf('blue'), owner.userId)],
    };
    let request = await submitReturn(context, {
      ...sentBy(owner),
      identity: identityOf(customer.userId, 'user'),
      isStaff: false,
      body,
    });
    await takeSteps(requests.return, request.id, steps, note);
    passTime();
    const findings = { ...inspection, version: steps.length + 1, lines, photoIds: [] };
    if (inspection) request = await recordInspection(context, request.id, findings, staff);
    passTime();
    if (isAccepted !== undefined) await answerAs(requests.return, request, isAccepted);
    if (sentBack !== undefined) await takeSteps(requests.return, request.id, ['sent-back'], sentBack);
  }
  await options.connection.collection('returns').updateMany({}, { $set: { isClaimed: false } });
  return sales.length + repairs.length + orders.length + returnedSamples.length;
}
