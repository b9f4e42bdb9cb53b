import { catalogEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { productAnswer } from '../products/product-answer.ts';
import { compareGrades, isDevice } from './device.rules.ts';
import { type DevicesContext, withdrawDevice } from './devices.ts';

export const devicesRoutes = (context: DevicesContext): Route[] => [
  route(catalogEndpoints.listDevicesOfProduct, ({ params }) =>
    context.products
      .devicesOf(params.id)
      .then((devices) => devices.filter(isDevice).toSorted(compareGrades).map(productAnswer)),
  ),
  route(catalogEndpoints.withdrawDevice, async ({ params, body, traceparent }) => {
    await withdrawDevice(context, params.id, body.listedVersion, traceparent);
  }),
];
