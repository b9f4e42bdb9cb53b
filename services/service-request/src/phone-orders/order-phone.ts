import type { BodyOf, createPhoneOrder as endpoint } from '@kinmel/contracts';
import type { Call, Day } from '@kinmel/service-kit';
import { priceOfModel } from '../products/product-copy.rules.ts';
import type { ProductsContext } from '../products/products.subscriptions.ts';
import { customer } from '../requests/request.rules.ts';
import { type RequestsContext, submitRequest } from '../requests/submit-request.ts';
import { newPhoneOrder, type PhoneOrder, phoneOrderedEvent, refusePastPickup } from './phone-order.rules.ts';
import type { PhoneOrdersStore } from './phone-orders.store.ts';

/** What the use cases of phone orders depend on. */
export interface PhoneOrdersContext extends RequestsContext, ProductsContext {
  readonly phoneOrders: PhoneOrdersStore;
  /** The day that it is in the shop. */
  readonly calendar: { readonly dayOf: (moment: Date) => Day };
}

type Request = Pick<
  Call<unknown, unknown, BodyOf<typeof endpoint>>,
  'body' | 'identity' | 'address' | 'headers' | 'traceparent'
>;

/** Orders a new phone (AAPI-14). Its price comes from the own copy of the products (CONF-33). */
export async function orderPhone(
  context: PhoneOrdersContext,
  { body, identity, address, headers, traceparent }: Request,
): Promise<PhoneOrder> {
  const { links, now, calendar, phoneOrders, productCopies } = context;
  if (body.deliveryMethod === 'pickup') refusePastPickup(body.preferredDate, calendar.dayOf(now()));
  const submission = {
    kind: 'phone-order',
    address,
    email: body.email,
    idempotencyKey: headers['idempotency-key'],
    identity,
    content: body,
  } as const;
  return submitRequest(context, phoneOrders, submission, async (id, userId) => {
    const unitPriceInMinorUnits = priceOfModel(await productCopies.named(body.model), body);
    const state = newPhoneOrder(id, { ...body, unitPriceInMinorUnits, userId }, now());
    const sealedTrackingToken = links.sealedTokenOf('phone-order', state);
    const when = { now: state.createdAt, actor: customer, traceparent, sealedTrackingToken };
    return { state, events: [phoneOrderedEvent(state, when)] };
  });
}
