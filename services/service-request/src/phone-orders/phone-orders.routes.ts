import { type BodyOf, phoneOrderEndpoints as endpoints, shopCurrency } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { priceOfModel } from '../products/product-copy.rules.ts';
import type { ProductsContext } from '../products/products.subscriptions.ts';
import type { KindsContext } from '../request-stores.ts';
import { findRequest, updateStatus } from '../requests/change-request.ts';
import { staffAnswer } from '../requests/request-answer.ts';
import { type FormCall, submitRequest } from '../requests/submit-request.ts';
import { neededFields, type PhoneOrder, refusePastPickup } from './phone-order.rules.ts';
import { phoneOrder } from './phone-order-kind.ts';

/** Limit of the list, which has no pages. */
const maxListed = 10_000;
const answer = (order: PhoneOrder) => staffAnswer(phoneOrder, order);

/** The price comes from the local product copies (SR-P2). */
export async function orderPhone(
  context: KindsContext & ProductsContext,
  call: FormCall<BodyOf<typeof endpoints.createPhoneOrder>>,
): Promise<PhoneOrder> {
  const { now, calendar, requests, productCopies } = context;
  const { body } = call;
  if (body.deliveryMethod === 'pickup') refusePastPickup(body.preferredDate, calendar.dayOf(now()));
  return submitRequest(context, requests['phone-order'], call, body.email, async () => ({
    ...neededFields(body),
    unitPriceInMinorUnits: priceOfModel(await productCopies.listByName(body.model), body),
    currency: shopCurrency,
  }));
}

export function phoneOrdersRoutes(context: KindsContext & ProductsContext): Route[] {
  const orders = context.requests['phone-order'];
  return [
    route(endpoints.createPhoneOrder, async (call) => {
      const order = await orderPhone(context, call);
      return {
        data: answer(order),
        message: 'Your order is confirmed. Our team will contact you within 24 hours.',
        trackingLink: context.links.linkOf(phoneOrder, order),
      };
    }),
    route(endpoints.listPhoneOrders, async () => {
      const { states } = await orders.list({ status: undefined, search: '', skip: 0, limit: maxListed });
      return states.map((one) => staffAnswer(phoneOrder, one));
    }),
    route(endpoints.getPhoneOrder, async ({ params }) => answer(await findRequest(orders, params.orderId))),
    route(endpoints.updatePhoneOrder, async ({ params, body, ...caller }) =>
      answer(await updateStatus(context, orders, params.orderId, body, caller)),
    ),
  ];
}
