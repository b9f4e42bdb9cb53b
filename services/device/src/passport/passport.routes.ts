import { deviceEndpoints as endpoints } from '@kinmel/contracts';
import { photoAnswer } from '@kinmel/pictures';
import { ProblemError, type Route, route } from '@kinmel/service-kit';
import type { DevicesContext } from '../devices/change-device.ts';
import { hasPassport } from '../devices/device.rules.ts';
import { passportAnswer } from '../devices/device-answer.ts';

/** DEV-D9: the public view, for everybody with the code of a device. */
export const passportRoutes = (context: DevicesContext): Route[] => [
  route(endpoints.getPassport, async ({ params }) => {
    const device = await context.devices.byToken(params.token);
    if (!device?.inspection || !hasPassport(device))
      throw new ProblemError('not-found', 'There is no such passport.');
    return passportAnswer(device, device.inspection, context.key);
  }),
  route(endpoints.getPassportPhoto, async ({ params }) => {
    const device = await context.devices.byToken(params.token);
    return photoAnswer(
      context,
      device?.photoIds.find((id) => id === params.photoId),
    );
  }),
];
