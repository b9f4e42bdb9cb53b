import { z } from 'zod';
import { type Endpoint, forAccount, ownedBy } from '../endpoint.ts';
import { photoEndpoint } from '../photo-endpoints.ts';
import { answerOf, photoIdSchema } from '../primitives.ts';
import type { ProblemCode } from '../problem.ts';
import { slotTimeSchema } from './repair-booking.ts';
import { sellPaymentChoiceSchema } from './sell-request.ts';
import { trackedRequestSchema } from './tracking.ts';

const defineServiceEndpoint = ownedBy('service-request');

/** Pages loaded before this release call the former address, which is on block lists; remove it in the next release. */
const defineEndpoint: typeof defineServiceEndpoint = (id, address, endpoint) =>
  defineServiceEndpoint(id, address, {
    ...endpoint,
    aliases: [address.replace(/^\w+ \/api\/request-links/, '/api/tracking')],
  });

/** The token of a tracking link. It contains no dot, which the gateway takes for a file extension. */
const params = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{40,64}$/, 'This link is not valid.') });

const trackedAnswer = answerOf(trackedRequestSchema);

const linkEndpoint = { role: 'public', isPersonal: true, params } as const;

export const getTrackedRequest = defineEndpoint('getTrackedRequest', 'GET /api/request-links/{token}', {
  ...linkEndpoint,
  summary: 'One request by its tracking link. Reading changes nothing, because mail scanners follow links.',
  answer: trackedAnswer,
  problems: ['not-found'],
});

export const getTrackedPhoto = defineEndpoint('getTrackedPhoto', 'GET /api/request-links/{token}/photo', {
  ...photoEndpoint,
  summary: 'The photo of a sell request, for the holder of its link.',
  params,
});

export const getTrackedReturnPhoto = defineEndpoint(
  'getTrackedReturnPhoto',
  'GET /api/request-links/{token}/photos/{photoId}',
  {
    ...photoEndpoint,
    summary: 'A photo of a return, for the holder of its link.',
    params: params.extend({ photoId: photoIdSchema }),
  },
);

/** Defines a change by the holder of the link. Its answer has the changed request. */
const defineAction = <Body extends z.ZodType>(
  id: string,
  verb: string,
  summary: string,
  body: Body,
  problems: readonly ProblemCode[],
  options: Pick<Endpoint, 'confirmsSession'> = {},
) =>
  defineEndpoint(id, `POST /api/request-links/{token}/${verb}`, {
    ...linkEndpoint,
    ...options,
    summary,
    body,
    answer: trackedAnswer.extend({ message: z.string() }),
    problems: ['not-found', 'conflict', ...problems],
  });

/** The version that the customer saw; an answer to an older quote is refused. */
const seenVersion = z.object({ version: z.int().min(1) });

export const acceptQuote = defineAction(
  'acceptQuote',
  'accept',
  'Accepts the quote of a sell request with how to pay it and the sum that was seen, or the lower refund of a return. Another sum is refused with the one of now. Credit gives a request without an account that of the access token.',
  seenVersion.extend({
    payment: sellPaymentChoiceSchema.optional(),
    /** The sum that the page showed for this choice, in the shop's currency (`quote.pays`); required for a quote. */
    amountInMinorUnits: z.int().min(0).optional(),
  }),
  ['version-conflict', 'price-changed', 'too-many-requests', 'service-unavailable'],
  { confirmsSession: { whenGiven: 'payment' } },
);

export const declineQuote = defineAction(
  'declineQuote',
  'decline',
  'Declines the quote, or the lower refund: the goods go back.',
  seenVersion,
  ['version-conflict', 'too-many-requests'],
);

export const cancelTrackedRequest = defineEndpoint(
  'cancelTrackedRequest',
  'POST /api/request-links/{token}/cancel',
  {
    ...linkEndpoint,
    summary:
      'Cancels a repair booking, a phone order or a return before its goods came, or withdraws a sell request before its quote. A repeated call has the same answer.',
    answer: trackedAnswer.extend({ message: z.string() }),
    problems: ['not-found', 'conflict'],
  },
);

export const rescheduleTrackedRequest = defineAction(
  'rescheduleTrackedRequest',
  'reschedule',
  'Moves a repair to another slot and frees the old one in the same write.',
  z.object({ date: z.iso.date('Please choose a date'), time: slotTimeSchema }),
  ['slot-taken', 'too-many-requests'],
);

export const listOwnRequests = defineEndpoint('listOwnRequests', 'GET /api/request-links', {
  ...forAccount,
  summary: 'The requests of the signed-in customer with their links, newest first, at most 100.',
  answer: answerOf(z.array(trackedRequestSchema.extend({ trackingLink: z.string() }))),
});
