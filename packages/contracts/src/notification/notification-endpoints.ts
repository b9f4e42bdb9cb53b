import { z } from 'zod';
import { emailSchema } from '../auth/user.ts';
import { forStaff, ownedBy } from '../endpoint.ts';
import { answerOf, doneSchema, pageQuery, paginationSchema, plainText, queryText } from '../primitives.ts';

const defineEndpoint = ownedBy('notification');

const newsletterTokenSchema = plainText(z.string().min(1).max(256));

export const subscribeNewsletter = defineEndpoint('subscribeNewsletter', 'POST /api/newsletter', {
  role: 'public',
  summary:
    'Mails a confirmation link for the newsletter (double opt-in). The answer does not reveal whether the address is known.',
  body: z.object({ email: emailSchema }),
  answer: doneSchema,
  problems: ['too-many-requests'],
});

export const confirmNewsletter = defineEndpoint('confirmNewsletter', 'POST /api/newsletter/confirm', {
  role: 'public',
  summary: 'Confirms a newsletter subscription by the token of the mail (double opt-in).',
  body: z.object({ token: newsletterTokenSchema }),
  answer: doneSchema,
  problems: ['not-found'],
});

export const unsubscribeNewsletter = defineEndpoint(
  'unsubscribeNewsletter',
  'POST /api/newsletter/unsubscribe',
  {
    role: 'public',
    summary: 'Unsubscribes with one click, also by the mail program (RFC 8058).',
    query: z.strictObject({ token: newsletterTokenSchema }),
    bodyFormat: 'form',
    body: z.object({}).loose(),
    answer: doneSchema,
    problems: ['not-found'],
  },
);

export const showUnsubscribe = defineEndpoint('showUnsubscribe', 'GET /api/newsletter/unsubscribe', {
  role: 'public',
  isPersonal: true,
  summary:
    'Redirects a GET of the one-click address to the page that asks for confirmation. Does not unsubscribe (RFC 8058).',
  query: z.strictObject({ token: newsletterTokenSchema }),
  status: 303,
  answer: doneSchema,
});

/** `superseded`: not sent, because there is a mail about a later event of the same record. */
export const mailStates = ['waiting', 'sent', 'failed', 'superseded'] as const;

/** The delivery state of a mail, without its text and with a masked address. */
export const mailSchema = z.object({
  mailId: z.string(),
  /** Template name: `welcome`, `order-placed`. */
  template: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int().min(0),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
});

export type Mail = z.output<typeof mailSchema>;

export const listMails = defineEndpoint('listMails', 'GET /api/admin/mails', {
  ...forStaff('mails.see'),
  summary: 'The delivery state of mails, newest first.',
  query: z.strictObject({
    state: z.enum(mailStates).optional(),
    to: queryText(254).optional(),
    /** Id of the order or request that the mails are about. */
    record: queryText(64).optional(),
    ...pageQuery(),
  }),
  answer: answerOf(z.array(mailSchema)).extend({ pagination: paginationSchema }),
});

export const retryMail = defineEndpoint('retryMail', 'POST /api/admin/mails/{mailId}/retry', {
  ...forStaff('mails.retry'),
  summary: 'Queues a failed mail again, with all its attempts.',
  params: z.object({ mailId: z.string().regex(/^[a-z0-9-]{1,120}$/, 'The id is not valid.') }),
  answer: answerOf(mailSchema),
  problems: ['not-found', 'conflict'],
});
