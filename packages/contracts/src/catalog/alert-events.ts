import { z } from 'zod';
import { eventsOwnedBy } from '../event.ts';
import { moneySchema } from '../primitives.ts';
import { alertCauses, alertSubjectFields } from './alert.ts';

const defineEvent = eventsOwnedBy('catalog');

const sharedData = z.object({
  ...alertSubjectFields,
  alertId: z.string(),
  email: z.string(),
  /** Null unless the address belongs to an account. */
  userId: z.string().nullable(),
  /** Token of the alert's link; only notification can decrypt it. */
  sealedAlertToken: z.string(),
});

export const productImproved = defineEvent(
  'product.improved',
  'A product came back into stock or became cheaper, for the alerts of catalog itself.',
  z.object({ productId: z.string(), cause: z.enum(alertCauses).exclude(['new']) }),
);

export const alertRequested = defineEvent(
  'alert.requested',
  'An alert has to be confirmed by the link of a mail until it expires.',
  sharedData.extend({ expiresAt: z.iso.datetime() }),
);

export const alertMatched = defineEvent(
  'alert.matched',
  'A product matches an alert: at most once a day for each alert.',
  sharedData.extend({
    cause: z.enum(alertCauses),
    product: z.object({ productId: z.string(), name: z.string(), price: moneySchema }),
  }),
);
