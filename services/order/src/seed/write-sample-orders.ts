import { readFile, writeFile } from 'node:fs/promises';
import { dayMs, type OrderToReturn, orderStatuses } from '@kinmel/contracts';
import type { PersonalPhotos } from '@kinmel/pictures';
import { continueTrace, createMemoryBus, type Logger } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { z } from 'zod';
import { createOrderContext, type OrderContext, type OrderContextOptions } from '../context.ts';
import { money } from '../ledger/ledger.rules.ts';
import { cancelOrder } from '../orders/changes/cancel-order.ts';
import { updateOrderStatus } from '../orders/changes/update-order-status.ts';
import { providerOf } from '../payments/methods/methods.ts';
import { refundOrder } from '../payments/refunds/refund-order.ts';
import { newPayout, paidEvents, payPayout, type SettledSellRequest } from '../payouts/payout.rules.ts';
import { placeOrder } from '../placing/place-order.ts';
import { checkCart } from '../placing/pricing/check-cart.ts';
import type { ProductWithVersion, ServiceClients } from '../placing/service-clients.ts';
import { policyContent } from '../policy/policy-content.ts';
import { readOrderToReturn } from '../returns/read-order-to-return.ts';
import sampleOrders from './sample-orders.json' with { type: 'json' };
import samplePayouts from './sample-payouts.json' with { type: 'json' };

export interface SampleOrders
  extends Pick<OrderContextOptions, 'contact' | 'shopUrl' | 'timeZone' | 'closedDays'> {
  readonly connection: mongoose.Connection;
  readonly logger: Logger;
  readonly products: readonly ProductWithVersion[];
  readonly customer: { readonly userId: string; readonly email: string };
  readonly adminId: string;
  readonly photos: PersonalPhotos;
  /** The file for the orders whose goods may be returned, oldest first, which the seed of service-request reads. */
  readonly ordersFile?: string | undefined;
}

const sampleOrderSchema = z.strictObject({
  isOfDevices: z.boolean().default(false),
  daysAgo: z.int(),
  /** Index of the product, and quantity. */
  lines: z.array(z.tuple([z.int(), z.int().min(1)])),
  steps: z.array(z.enum(orderStatuses)).default([]),
  note: z.string().optional(),
  isPaid: z.boolean().default(false),
  isRefunded: z.boolean().default(false),
  isCancelled: z.boolean().default(false),
  creditInMinorUnits: z.int().min(1).optional(),
});

type SampleOrder = z.output<typeof sampleOrderSchema>;

const allSamples = z.array(sampleOrderSchema).parse(sampleOrders);

/** The photo of a receipt. */
const sampleReceipt = new URL('./sample-receipt.png', import.meta.url);

/**
 * Orders of the sample customer, written by the use cases with the clock set back. Nothing is reserved: catalog deducts
 * the pieces when it handles the events. Does nothing when the customer has orders, unless the products are devices,
 * which are put on sale after the other orders were written. Returns how many orders were written.
 */
export async function writeSampleOrders({
  connection,
  logger,
  products,
  customer,
  adminId,
  ordersFile,
  photos,
  ...shop
}: SampleOrders): Promise<number> {
  let time = Date.now();
  const byId = new Map(products.map((answer) => [answer.product.productId, answer]));
  const context = createOrderContext({
    connection,
    bus: createMemoryBus(),
    ...shop,
    social: [],
    logger,
    instanceId: 'seed',
    photos,
    // Sample orders are paid by hand or not at all.
    paymentProvider: { ...providerOf({}), supports: () => true },
    isAdminBrowser: () => Promise.resolve(false),
    confirmStaff: () => Promise.reject(new Error('Samples need no second approval.')),
    serviceClients: clientsWithoutServices(byId),
    askReturn: () => Promise.reject(new Error('the sample orders are in no return')),
    now: () => new Date(time),
  });
  await context.policies.ensureStored(policyContent);
  await context.rates.ensureFirst();
  const { total } = await context.orderLists.ofBuyer(customer.userId, { page: 1, limit: 1 });
  const isOfDevices = products.some(({ product }) => product.device !== undefined);
  if (products.length === 0 || (total > 0 && !isOfDevices)) return 0;
  const samples = allSamples.filter((sample) => sample.isOfDevices === isOfDevices);

  time = Date.now() - dayMs;
  if (!isOfDevices)
    await context.inTransaction((session) =>
      context.ledger.post(
        {
          key: 'goodwill:sample',
          at: new Date(time),
          userId: customer.userId,
          cause: 'goodwill',
          reason: 'Our rider came a day late.',
          by: { by: 'admin', who: adminId },
          order: null,
          amount: money(250_000),
        },
        { name: 'Sita Sharma', email: customer.email },
        session,
      ),
    );
  const returnableOrders: OrderToReturn[] = [];
  for (const sample of samples) {
    time = Date.now() - sample.daysAgo * dayMs;
    const orderId = await place(context, sample, products, customer);
    if (sample.isCancelled) {
      time += 20 * 60 * 1000;
      await cancelOrder(context, { orderId, userId: customer.userId, reason: 'I chose another colour.' });
    }
    for (const [index, orderStatus] of sample.steps.entries()) {
      time += dayMs / 4;
      const isLast = index === sample.steps.length - 1;
      await updateOrderStatus(context, {
        orderId,
        adminId,
        orderStatus,
        ...(isLast && sample.note ? { adminNotes: sample.note } : {}),
        ...(isLast && sample.isPaid ? { paymentStatus: 'paid' as const } : {}),
      });
    }
    if (sample.isPaid && !sample.isRefunded) returnableOrders.push(await readOrderToReturn(context, orderId));
    if (sample.isRefunded) await refundOrder(context, { orderId, adminId, note: sample.note ?? '' });
  }
  if (isOfDevices) return samples.length;
  for (const { daysAgo, paymentReference, ...settledRequest } of samplePayouts) {
    const at = new Date(Date.now() - daysAgo * dayMs);
    const duePayout = newPayout(settledRequest as SettledSellRequest, policyContent, at);
    await context.inTransaction((session) => context.payouts.insert(duePayout, session));
    const proofId = paymentReference ? await photos.keep(await readFile(sampleReceipt)) : null;
    const payment = { version: 1, paymentReference, proofId };
    const paidPayout = payPayout(duePayout, { id: adminId, name: 'Kinmel' }, payment, at);
    await context.payouts.save(duePayout, paidPayout, { events: [...paidEvents(paidPayout)] });
  }
  if (ordersFile !== undefined) await writeFile(ordersFile, JSON.stringify(returnableOrders));
  return samples.length;
}

async function place(
  context: OrderContext,
  { lines, creditInMinorUnits }: SampleOrder,
  products: readonly ProductWithVersion[],
  { userId, email }: SampleOrders['customer'],
): Promise<string> {
  const orderLines = lines.flatMap(([index, quantity]) => {
    const soldProduct = products[index % products.length];
    return soldProduct ? [{ productId: soldProduct.product.productId, quantity }] : [];
  });
  const { pricing } = await checkCart(context, { products: orderLines }, { address: noAddress });
  const { answer } = await placeOrder(context, {
    userId,
    address: noAddress,
    idempotencyKey: undefined,
    traceparent: continueTrace(undefined),
    log: context.logger,
    body: {
      customerDetails: {
        name: 'Sita Sharma',
        email,
        phone: '+977 980-0000001',
        address: 'Jhamsikhel Road 12',
        city: 'Lalitpur',
        zipCode: '44700',
        notes: '',
      },
      products: orderLines,
      pricing: { total: pricing.total },
      paymentMethod: 'cash_on_delivery',
      ...(creditInMinorUnits === undefined ? {} : { credit: money(creditInMinorUnits) }),
    },
  });
  return answer.order.id;
}

/** The seed has no network address. */
const noAddress = '';

const doNothing = async () => undefined;

function clientsWithoutServices(products: ReadonlyMap<string, ProductWithVersion>): ServiceClients {
  return {
    product: async (productId) => products.get(productId),
    offer: doNothing,
    reserve: doNothing,
    releasePieces: doNothing,
    redeem: doNothing,
    releaseOffers: doNothing,
  };
}
