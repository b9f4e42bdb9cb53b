import { deviceLife } from './device-life.ts';
import type { Life, LifeStatus } from './life.ts';
import { orderLife } from './order-life.ts';
import { paymentLife } from './payment-life.ts';
import { payoutLife } from './payout-life.ts';
import { phoneOrderLife } from './phone-order-life.ts';
import { repairBookingLife } from './repair-booking-life.ts';
import { returnLife } from './return-life.ts';
import { sellRequestLife } from './sell-request-life.ts';

/** The lives of the kinds of requests. */
export const requestLives = {
  'sell-request': sellRequestLife,
  'repair-booking': repairBookingLife,
  'phone-order': phoneOrderLife,
  return: returnLife,
} as const;

/** All lives by kind of record. */
export const lives = {
  order: orderLife,
  payment: paymentLife,
  ...requestLives,
  payout: payoutLife,
  device: deviceLife,
} as const satisfies Readonly<Record<string, unknown>>;

export type LifeKind = keyof typeof lives;

/** All statuses of all lives: each has one word and one color, whatever the record. */
export const knownStatuses: Readonly<Record<string, LifeStatus>> = Object.assign(
  {},
  ...Object.values(lives).map(({ statuses }) => statuses),
);

/** The life of any kind, with statuses as strings, for code that is the same for all kinds. */
export const lifeOf = (kind: LifeKind): Life => lives[kind] as unknown as Life;
