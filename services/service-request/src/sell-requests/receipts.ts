import {
  type BodyOf,
  type claimReceipt as claimEndpoint,
  claimPhone,
  type SellRequestToReceive,
  settleReceipt,
  usedPhoneFields,
} from '@kinmel/contracts';
import { ProblemError, pick, type ServiceClient } from '@kinmel/service-kit';
import type { KindsContext } from '../request-stores.ts';
import { changeByService, changeByShop, findRequest } from '../requests/change-request.ts';
import { referenceOf } from '../requests/request.rules.ts';
import type { ClaimStep } from '../requests/submit-request.ts';
import type { OrderClient } from '../returns/claim-return.ts';
import { claimOf, claimReceipt, giveUpReceipt, type PhoneClaim, receivePhone } from './phone.rules.ts';
import { changedPayment, type SellRequest } from './sell-request.rules.ts';

/** The calls to device. */
export const phonesOf = (device: ServiceClient) => ({
  /** Rejects with `conflict` when another step of the phone came first; rejects also when device does not answer. */
  async claimPhone({ deviceId: id, ...body }: PhoneClaim, traceparent: string | undefined): Promise<void> {
    await device.call(claimPhone, { params: { id }, body, traceparent });
  },
  /** Whether a phone was received; no is final. Rejects when device does not answer. */
  settleReceipt: async (receiptId: string): Promise<boolean> =>
    (await device.call(settleReceipt, { params: { receiptId } })).isReceived,
});

/** SR-S14, SR-S17: claims the phone of a step at device, and changes its payout at order. */
export const claimStepOf =
  (phones: Pick<ReturnType<typeof phonesOf>, 'claimPhone'>, order: OrderClient): ClaimStep =>
  async (before, after, { actor, traceparent }) => {
    // Only called for sell requests.
    const [current, next] = [before as SellRequest, after as SellRequest];
    const claim = actor.by === 'admin' ? claimOf(current, next) : undefined;
    if (claim) await phones.claimPhone(claim, traceparent);
    const payment = changedPayment(current, next);
    if (payment)
      await order.redirectPayout(current.id, { ...payment, requestVersion: next.version }, traceparent);
  };

export interface ReceiptsContext extends KindsContext {
  readonly settleReceipt: ReturnType<typeof phonesOf>['settleReceipt'];
  readonly order: OrderClient;
}

/** SR-S14: allows device to receive the phone of a request. */
export async function claimReceiptOf(
  context: ReceiptsContext,
  id: string,
  body: BodyOf<typeof claimEndpoint>,
  traceparent: string,
): Promise<SellRequestToReceive> {
  const receiptId = context.newId();
  const request = await changeByService(
    context,
    context.requests['sell-request'],
    id,
    traceparent,
    (before, change) => claimReceipt(before, body, receiptId, change),
  );
  await claimSale(context, request, traceparent);
  const { receiving, quotedPriceInMinorUnits } = request;
  if (receiving === null || quotedPriceInMinorUnits === null)
    throw new Error('the claimed request has no receipt or no price');
  return {
    ...pick(request, ...usedPhoneFields, 'condition', 'version'),
    ...pick(receiving, 'receiptId', 'deviceId'),
    sellRequestId: request.id,
    reference: referenceOf(request),
    quotedPriceInMinorUnits,
  };
}

/** SR-S16: claims a phone that an order sold at that order. If order refuses, the phone is not received. */
async function claimSale(context: ReceiptsContext, request: SellRequest, traceparent: string): Promise<void> {
  const { id, receiving, phoneVersion: version } = request;
  if (receiving?.orderId === undefined) return;
  const { orderId, deviceId, receiptId } = receiving;
  const claim = { deviceId, reference: referenceOf(request), version };
  await context.order.claimBuyBack(orderId, receiptId, claim, traceparent).catch(async (error: unknown) => {
    // Without an answer the phone may be claimed, so the sweep settles receipt and claim after a minute.
    if (error instanceof ProblemError && error.status < 500)
      await changeByShop(context, context.requests['sell-request'], id, (before, change) =>
        giveUpReceipt(before, receiptId, change),
      );
    throw error;
  });
}

/** Longer than device takes to receive a phone. */
const overdueMs = 60_000;

/** SR-S14: asks device about receipts without an answer for a minute. Safe on several instances at once. */
export async function settleReceipts(context: ReceiptsContext): Promise<void> {
  const overdue = new Date(context.now().getTime() - overdueMs);
  for (const requestId of await context.requests['sell-request'].idsBefore('receiving.at', overdue))
    await settle(context, requestId).catch((error: unknown) =>
      context.logger.warn({ err: error, requestId }, 'the receipt of a phone could not be settled yet'),
    );
}

async function settle(context: ReceiptsContext, id: string): Promise<void> {
  const { receiving, phoneVersion } = await findRequest(context.requests['sell-request'], id);
  if (receiving === null) return;
  const { receiptId, deviceId, orderId } = receiving;
  const isReceived = await context.settleReceipt(receiptId);
  if (!isReceived && orderId !== undefined) await context.order.endBuyBack(orderId, receiptId);
  // If the phone was received, its event is late; this version is the one that the event will have.
  const phone = { deviceId, version: phoneVersion + 1 };
  await changeByShop(context, context.requests['sell-request'], id, (request, change) =>
    request.receiving?.receiptId === receiptId && isReceived
      ? receivePhone(request, phone, change)
      : giveUpReceipt(request, receiptId, change),
  );
}
