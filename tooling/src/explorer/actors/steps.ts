import { accountSteps } from './accounts.ts';
import { bookingsSteps } from './bookings.ts';
import { deviceSteps } from './devices.ts';
import { orderSteps } from './orders.ts';
import { paymentSteps } from './payments.ts';
import { returnSteps } from './returns.ts';
import { sellRequestSteps } from './sell-requests.ts';
import { staffMoneySteps } from './staff-money.ts';
import type { Step } from './step.ts';

/** All steps that people can take. */
export const steps: readonly Step[] = [
  ...orderSteps,
  ...paymentSteps,
  ...returnSteps,
  ...sellRequestSteps,
  ...deviceSteps,
  ...staffMoneySteps,
  ...bookingsSteps,
  ...accountSteps,
];

/** The steps by name. */
export const stepOf = (name: string): Step | undefined => steps.find((one) => one.name === name);
