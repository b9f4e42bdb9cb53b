import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { answerOf } from '../primitives.ts';
import { slotTimeSchema } from './repair-booking.ts';
import { trackedRequestSchema } from './tracking.ts';

/**
 * The secret in the address of one request. Letters, digits, `-` and `_` only: with a dot the gateway takes an address for
 * that of a file.
 */
const params = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{40,64}$/, 'This link is not valid.') });

const tracked = answerOf(trackedRequestSchema);

export const getTrackedRequest = defineEndpoint({
  id: 'getTrackedRequest',
  owner: 'service-request',
  method: 'GET',
  path: '/api/tracking/{token}',
  role: 'public',
  isPersonal: true,
  summary: 'One request by its link (SIL-49). Reading changes nothing: mail scanners follow links.',
  params,
  answer: tracked,
  problems: ['not-found'],
});

export const getTrackedPhoto = defineEndpoint({
  id: 'getTrackedPhoto',
  owner: 'service-request',
  method: 'GET',
  path: '/api/tracking/{token}/photo',
  role: 'public',
  isPersonal: true,
  summary: 'The photo of a sell request, for the holder of its link.',
  params,
  contentType: 'image/webp',
  answer: z.unknown(),
  problems: ['not-found'],
});

/** Both work on a priced quote that has not run out, and answer the same when they are asked for again. */
const decision = <Verb extends 'accept' | 'decline'>(verb: Verb, summary: string) =>
  defineEndpoint({
    id: `${verb}Quote`,
    owner: 'service-request',
    method: 'POST',
    path: `/api/tracking/{token}/${verb}`,
    role: 'public',
    isPersonal: true,
    summary,
    params,
    /** The version of the request that the customer saw: the yes is to that quote and to no other. */
    body: z.object({ version: z.int().min(1) }),
    answer: tracked.extend({ message: z.string() }),
    problems: ['not-found', 'conflict', 'version-conflict'],
  });

export const acceptQuote = decision('accept', 'Says yes to the quote (SIL-49).');
export const declineQuote = decision('decline', 'Says no to the quote (SIL-49).');

export const cancelTrackedRequest = defineEndpoint({
  id: 'cancelTrackedRequest',
  owner: 'service-request',
  method: 'POST',
  path: '/api/tracking/{token}/cancel',
  role: 'public',
  isPersonal: true,
  summary:
    'Cancels a repair booking or a phone order, or withdraws a sell request before its quote, while that is still possible; again it answers the same.',
  params,
  answer: tracked.extend({ message: z.string() }),
  problems: ['not-found', 'conflict'],
});

export const rescheduleTrackedRequest = defineEndpoint({
  id: 'rescheduleTrackedRequest',
  owner: 'service-request',
  method: 'POST',
  path: '/api/tracking/{token}/reschedule',
  role: 'public',
  isPersonal: true,
  summary: 'Moves a repair to another half hour; the seat of the old one is free with the same write.',
  params,
  body: z.object({ date: z.iso.date('Please choose a date'), time: slotTimeSchema }),
  answer: tracked.extend({ message: z.string() }),
  problems: ['not-found', 'conflict', 'slot-taken', 'too-many-requests'],
});

export const listOwnRequests = defineEndpoint({
  id: 'listOwnRequests',
  owner: 'service-request',
  method: 'GET',
  path: '/api/tracking',
  role: 'customer',
  summary: 'The own requests of all kinds with their links, newest first, at most a hundred (SIL-49).',
  answer: answerOf(z.array(trackedRequestSchema.extend({ trackingLink: z.string() }))),
});

export const trackingEndpoints = {
  getTrackedRequest,
  getTrackedPhoto,
  acceptQuote,
  declineQuote,
  cancelTrackedRequest,
  rescheduleTrackedRequest,
  listOwnRequests,
} as const;
