import { deviceListed } from '@kinmel/contracts';
import { onEvent, type SubscriptionDefinition } from '@kinmel/service-kit';
import { type DevicesContext, listDevice } from './devices.ts';

export const devicesSubscriptions = (context: DevicesContext): SubscriptionDefinition[] => [
  onEvent(deviceListed, (event, delivery) => listDevice(context, event, delivery)),
];
