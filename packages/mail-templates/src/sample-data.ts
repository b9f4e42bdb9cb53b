import { defaultTimeZone } from '@kinmel/contracts';
import type { MailSettings } from './mail-settings.ts';

export const sampleSettings: MailSettings = {
  shopUrl: 'https://shop.kinmel.example',
  timeZone: defaultTimeZone,
  contact: { address: 'Durbar Marg, Kathmandu', email: 'hello@kinmel.example', phone: '+977 1 555 0142' },
};

export const personSample = { fullName: 'Asha Rai', email: 'asha.rai@kinmel.example' };
export const orderSample = {
  orderId: '6600000000000000000000e1',
  orderNumber: 'KM-7H2K-94QX',
  customerName: 'Asha Rai',
};

const request = { customerName: 'Asha Rai', token: 'sZk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGpNe5oKiUxYBA' };
export const sellRequestSample = {
  ...request,
  reference: '5A3F09',
  subject: 'Apple iPhone 13, 128 GB, Black',
};
export const repairBookingSample = {
  ...request,
  reference: '5A3F0A',
  subject: 'Repair of iPhone 15 Pro',
  startsAt: '2026-11-24T03:45:00.000Z',
  timeZone: defaultTimeZone,
  requestId: '6600000000000000005a3f0a',
  version: 1,
  changedAt: '2026-11-21T09:12:00.000Z',
};
export const returnSample = {
  ...request,
  reference: '5A3F0C',
  subject: '1 × iPhone 13 Pro, 256 GB, Sierra Blue',
  orderNumber: orderSample.orderNumber,
  refundInMinorUnits: 9_882_000,
  refundTo: 'payment',
} as const;
export const phoneOrderSample = {
  ...request,
  reference: '5A3F0B',
  subject: '2 × iPhone 15 Pro, 256 GB, Black',
};
