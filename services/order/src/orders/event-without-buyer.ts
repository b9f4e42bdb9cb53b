import type { WireEvent } from '@kinmel/service-kit';
import { goneBuyer } from './order.rules.ts';

const replacements = {
  userId: goneBuyer.userId,
  customer: { name: goneBuyer.customerDetails.name, email: '' },
  deliverTo: '',
};

/** The event with the personal data replaced that it has (O12). */
export const withoutBuyer = (event: WireEvent): WireEvent => {
  const data = event.data as object;
  const replaced = Object.entries(replacements).filter(([field]) => field in data);
  return { ...event, data: { ...data, ...Object.fromEntries(replaced) } };
};
