import {
  type AnswerOf,
  type BodyOf,
  estimateSellPrice,
  getProduct,
  type getSaleSuggestion,
  payoutEndpoints,
  requestCurrency,
  type sellDevice as sellEndpoint,
  type settleListing as settleEndpoint,
  shopCurrency,
  withdrawDevice,
} from '@kinmel/contracts';
import { toShopCurrency } from '@kinmel/pricing';
import { ProblemError, partUnavailable, type ServiceClient, toMinorUnits } from '@kinmel/service-kit';
import { type Caller, changeDevice, type DevicesContext, findDevice } from '../devices/change-device.ts';
import { costOf, type Device, listedVersionOf, staleDevice } from '../devices/device.rules.ts';
import { publicLinksOf } from '../devices/device-answer.ts';
import {
  ageInDays,
  conditionOf,
  marginPercent,
  noProduct,
  putOnSale,
  relistAfterWithdrawal,
  type SaleProduct,
  suggestedPrice,
  takeOffSale,
} from './sale.rules.ts';

/** The calls to other services about a sale. */
export const shopClients = (catalog: ServiceClient, serviceRequest: ServiceClient, order: ServiceClient) => ({
  /** Rejects with `not-found`, or when catalog does not answer. */
  readProduct: async (id: string): Promise<SaleProduct> =>
    (await catalog.call(getProduct, { params: { id } })).data,
  /** Takes a device off sale; rejects with conflict while somebody is buying it. */
  withdraw: async (id: string, listedVersion: number): Promise<void> => {
    await catalog.call(withdrawDevice, { params: { id }, body: { listedVersion } });
  },
  /** Ends the stopped payout of a phone that goes back; rejects with conflict when it is no longer stopped. */
  endPayout: async (id: string): Promise<void> => {
    await order.call(payoutEndpoints.endPayout, { params: { id } });
  },
  /** The upper end of the estimate in US dollars; null for an unknown model. */
  estimate: async ({ brand, model, storage }: Device, grade: keyof typeof conditionOf) => {
    const query = { brand, model, storage, condition: conditionOf[grade], hasCharger: false };
    return (await serviceRequest.call(estimateSellPrice, { query })).data?.high ?? null;
  },
});

export interface SalesContext extends DevicesContext {
  readonly shop: ReturnType<typeof shopClients>;
}

export async function sellDevice(
  context: SalesContext,
  id: string,
  body: BodyOf<typeof sellEndpoint>,
  caller: Caller,
): Promise<Device> {
  const product = await context.shop.readProduct(body.productId).catch((error: unknown) => {
    throw error instanceof ProblemError && error.code === 'not-found' ? noProduct() : error;
  });
  const { sellRequest } = await findDevice(context, id);
  const blocklist =
    (await context.sellRequests.blocklistOf([sellRequest.id])).get(sellRequest.id) ?? 'unknown';
  return changeDevice(context, id, caller, (device, change) => {
    return putOnSale(device, body, product, publicLinksOf(context.key, device), blocklist, change);
  });
}

/** DEV-D13: called by catalog about a withdrawal without outcome, as the owner of a hold calls order (decision 10). */
export async function settleListing(
  context: SalesContext,
  id: string,
  listedVersion: number,
): Promise<AnswerOf<typeof settleEndpoint>['state']> {
  const { devices, key, now, sendEvents } = context;
  const device = await devices.find(id);
  const change = device && relistAfterWithdrawal(device, listedVersion, publicLinksOf(key, device), now());
  if (!change) return 'off-sale';
  if (!(await devices.save(device, change.device, { events: change.events }))) throw staleDevice(device);
  sendEvents();
  return 'listed-again';
}

/**
 * DEV-D26: takes devices off sale whose payment was stopped after they were listed. A device that is being bought is
 * retried later.
 */
export async function takeStoppedOffSale(context: SalesContext): Promise<void> {
  const { devices, shop, logger, now } = context;
  for (const device of await devices.stoppedOnSale())
    await shop
      .withdraw(device.id, listedVersionOf(device))
      .then(() => devices.save(device, takeOffSale(device, now()), {}))
      // After a concurrent change the device is listed again; the next run withdraws it if the payment is still stopped.
      .then(async (isOff) => {
        if (!isOff) await settleListing(context, device.id, listedVersionOf(device));
      })
      .catch((error: unknown) =>
        logger.warn({ err: error, deviceId: device.id }, 'a device could not be taken off sale yet'),
      );
}

/** DEV-D17: suggests a price by the estimate of the model and the markup of the policy; staff decide. */
export async function suggestPrice(
  context: SalesContext,
  id: string,
): Promise<AnswerOf<typeof getSaleSuggestion>['data']> {
  const device = await findDevice(context, id);
  const policy = await context.policyInForce();
  const rate = policy?.rates.find(({ currency }) => currency === requestCurrency);
  if (!policy || !rate) throw partUnavailable(new Error('the rate of the dollar is not known'));
  const grade = device.inspection?.grade;
  const high = grade ? await context.shop.estimate(device, grade) : null;
  const price =
    high === null
      ? null
      : suggestedPrice(toShopCurrency(toMinorUnits(high), rate), policy.tradeIn.resaleMarkupPercent);
  const cost = costOf(device);
  return {
    suggestedPrice: price === null ? null : { amountInMinorUnits: price, currency: shopCurrency },
    cost,
    marginPercent: price === null ? null : marginPercent(price, cost.amountInMinorUnits),
    ageInDays: ageInDays(device, context.now()),
  };
}
