import { phoneOrderEndpoints as endpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { requestNotFound } from '../requests/change-request.ts';
import { updatePhoneOrder } from './change-phone-order.ts';
import { orderPhone, type PhoneOrdersContext } from './order-phone.ts';
import { phoneOrderAnswer } from './phone-order-answer.ts';

const success = true as const;
/** The bound of a list that has no pages (SIL-58). */
const mostListed = 10_000;

export const phoneOrdersRoutes = (context: PhoneOrdersContext): Route[] => [
  route(endpoints.createPhoneOrder, async (call) => {
    const order = await orderPhone(context, call);
    return {
      success,
      message: 'Your order is confirmed. Our team will contact you within 24 hours.',
      data: phoneOrderAnswer(order),
      trackingLink: context.links.linkOf('phone-order', order),
    };
  }),
  route(endpoints.listPhoneOrders, async () => {
    const { states } = await context.phoneOrders.list({
      status: undefined,
      search: '',
      skip: 0,
      limit: mostListed,
    });
    return { success, data: states.map(phoneOrderAnswer) };
  }),
  route(endpoints.getPhoneOrder, async ({ params }) => {
    const order = await context.phoneOrders.find(params.orderId);
    if (!order) throw requestNotFound();
    return { success, data: phoneOrderAnswer(order) };
  }),
  route(endpoints.updatePhoneOrder, async ({ params, body, ...caller }) => ({
    success,
    data: phoneOrderAnswer(await updatePhoneOrder(context, params.orderId, body, caller)),
  })),
];
