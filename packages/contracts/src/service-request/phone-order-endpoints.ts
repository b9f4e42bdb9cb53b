import { z } from 'zod';
import { forStaff, ownedBy } from '../endpoint.ts';
import { answerOf } from '../primitives.ts';
import { createPhoneOrderBodySchema, phoneOrderSchema, phoneOrderStatuses } from './phone-order.ts';
import { changedFields, staffEndpoints } from './staff-endpoints.ts';

const defineEndpoint = ownedBy('service-request');

export const createPhoneOrder = defineEndpoint('createPhoneOrder', 'POST /api/admin/phone-orders', {
  role: 'public',
  summary:
    'Orders a new phone; public for this method only. The header `Idempotency-Key` makes it safe to repeat.',
  body: createPhoneOrderBodySchema,
  status: 201,
  answer: answerOf(phoneOrderSchema).extend({ message: z.string(), trackingLink: z.string() }),
  problems: ['too-many-requests', 'key-reused', 'service-unavailable'],
});

export const listPhoneOrders = defineEndpoint('listPhoneOrders', 'GET /api/admin/phone-orders', {
  ...forStaff('requests.see'),
  summary: 'All phone orders, newest first, at most the newest 10,000.',
  answer: answerOf(z.array(phoneOrderSchema)),
});

const { read, change } = staffEndpoints('/api/admin/phone-orders/{orderId}', 'orderId', phoneOrderSchema);

export const getPhoneOrder = read('getPhoneOrder', 'phone order');

export const updatePhoneOrder = change(
  'updatePhoneOrder',
  '',
  'Sets any known status. An unusual step needs a note.',
  z.object({ status: z.enum(phoneOrderStatuses), ...changedFields }),
);
