import { z } from 'zod';
import { forAccount, ownedBy } from '../endpoint.ts';
import { answerOf, doneSchema } from '../primitives.ts';
import { alertSchema, createAlertBodySchema } from './alert.ts';

const defineEndpoint = ownedBy('catalog');

const tokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not valid.');

export const createAlert = defineEndpoint('createAlert', 'POST /api/alerts', {
  role: 'public',
  summary:
    'Asks for a mail when a product is back in stock or cheaper, or when there is one for a wish. It has to be confirmed by the link of a mail, except with the address of the signed-in account. The answer does not reveal whether the alert is known.',
  body: createAlertBodySchema,
  status: 201,
  answer: doneSchema.extend({ data: z.object({ isConfirmed: z.boolean() }) }),
  problems: ['not-found', 'conflict', 'too-many-requests'],
});

/** An endpoint for the holder of an alert's link. */
const linkEndpoint = {
  role: 'public',
  isPersonal: true,
  params: z.object({ token: tokenSchema }),
  problems: ['not-found'],
} as const;

export const getAlert = defineEndpoint('getAlert', 'GET /api/alerts/{token}', {
  ...linkEndpoint,
  summary: 'One alert by its link. Reading changes nothing, because mail scanners follow links.',
  answer: answerOf(alertSchema),
});

export const confirmAlert = defineEndpoint('confirmAlert', 'POST /api/alerts/{token}/confirmation', {
  ...linkEndpoint,
  summary: 'Confirms an alert. A repeated call has the same answer.',
  answer: answerOf(alertSchema),
});

export const endAlert = defineEndpoint('endAlert', 'POST /api/alerts/{token}/end', {
  ...linkEndpoint,
  summary:
    'Ends an alert and deletes its address with one click, also by the mail program (RFC 8058). A repeated call has the same answer.',
  bodyFormat: 'form',
  body: z.object({}).loose(),
  answer: doneSchema,
});

export const showAlertEnd = defineEndpoint('showAlertEnd', 'GET /api/alerts/{token}/end', {
  ...linkEndpoint,
  summary: 'Redirects a GET of the one-click address to the page of the alert. Ends nothing (RFC 8058).',
  status: 303,
  answer: doneSchema,
});

export const listMyAlerts = defineEndpoint('listMyAlerts', 'GET /api/alerts', {
  ...forAccount,
  summary: 'The alerts of the account with the tokens of their links, newest first.',
  answer: answerOf(z.array(alertSchema.extend({ token: tokenSchema }))),
});
