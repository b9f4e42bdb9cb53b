import { catalogEndpoints, deviceListed } from '@kinmel/contracts';
import { dataOf, onEvent, type Route, route, type SubscriptionDefinition } from '@kinmel/service-kit';
import { productAnswer } from '../products/product-answer.ts';
import { byGrade, isDevice } from './device.rules.ts';
import { type DevicesContext, listDevice, withdrawDevice } from './devices.ts';

export const devicesRoutes = (context: DevicesContext): Route[] => [
  route(catalogEndpoints.listDevicesOfProduct, ({ params }) =>
    dataOf(
      context.products
        .devicesOf(params.id)
        .then((devices) => devices.filter(isDevice).toSorted(byGrade).map(productAnswer)),
    ),
  ),
  route(catalogEndpoints.withdrawDevice, async ({ params, traceparent }) => {
    await withdrawDevice(context, params.id, traceparent);
    return { success: true as const };
  }),
];

export const devicesSubscriptions = (context: DevicesContext): SubscriptionDefinition[] => [
  onEvent(deviceListed, ({ data, traceparent }, delivery) =>
    listDevice(context, data, delivery, traceparent),
  ),
];
