import {
  phoneOrderDeliveryMethods,
  phoneOrderPaymentMethods,
  phoneOrderPriorities,
  phoneOrderStatuses,
} from '@kinmel/contracts';
import type mongoose from 'mongoose';
import {
  createRequestsStore,
  type RequestsStore,
  type RequestTimes,
  requestFields,
  requestSchema,
  type StoredRequest,
} from '../requests/requests.store.ts';
import type { PhoneOrder } from './phone-order.rules.ts';

type StoredPhoneOrder = StoredRequest &
  Omit<PhoneOrder, keyof StoredRequest | 'id'> &
  Pick<PhoneOrder, 'status'>;

const text = { type: String, required: true };
const ownText = { type: String, default: '' };

const phoneOrderSchema = requestSchema(phoneOrderStatuses, {
  model: text,
  color: text,
  storage: text,
  quantity: { type: Number, required: true, min: 1, max: 10 },
  unitPriceInMinorUnits: { type: Number, min: 0, default: null },
  paymentMethod: { ...text, enum: phoneOrderPaymentMethods },
  deliveryMethod: { ...text, enum: phoneOrderDeliveryMethods },
  address: ownText,
  preferredDate: ownText,
  preferredTime: ownText,
  message: ownText,
  budget: ownText,
  priority: { ...text, enum: phoneOrderPriorities },
});

export type PhoneOrderModel = mongoose.Model<StoredPhoneOrder>;

export const createPhoneOrderModel = (connection: mongoose.Connection): PhoneOrderModel =>
  connection.model<StoredPhoneOrder>('phone-order', phoneOrderSchema as never, 'phone_orders');

export type PhoneOrdersStore = RequestsStore<PhoneOrder>;

export const createPhoneOrdersStore = (
  model: PhoneOrderModel,
  times: RequestTimes<PhoneOrder>,
): PhoneOrdersStore =>
  createRequestsStore(
    model,
    (stored: StoredPhoneOrder): PhoneOrder => requestFields(stored),
    ({ name, email, phone, model: device }) => [name, email, phone, device].join('\n'),
    times,
  );
