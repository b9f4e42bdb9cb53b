import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../testing/staff-contract.ts';
import { mailsApi } from './mails-api.ts';

const { eachLike, integer, nullValue, string } = MatchersV3;

const record = '6600000000000000000000e1';
const mailId = 'order-placed-1';
const { endpoints } = mailsApi;
const mail = (state: string, lastError: unknown, sentAt: unknown) => ({
  mailId: string(mailId),
  subject: string('Your order KM-7H2K-94QX'),
  state,
  to: string('a***@kinmel.example'),
  attempts: integer(1),
  createdAt: instant('2026-11-20T10:00:00.000Z'),
  lastError,
  sentAt,
});

const about = (what: string, one: ReturnType<typeof mail>) => ({
  given: `a mail about the order ${record} ${what}`,
  upon: `the mails about an order, of which one ${what}`,
  path: '/api/admin/mails',
  query: { record, limit: '100' },
  answer: { data: eachLike(one) },
  send: endpoints.listMailsAbout.initiate(record),
  read: [{ mailId, state: one.state }],
});
const retry = {
  method: 'POST',
  path: `/api/admin/mails/${mailId}/retry`,
  send: endpoints.retryMail.initiate(mailId),
} as const;

it.each([
  about('was sent', mail('sent', nullValue(), instant('2026-11-20T10:00:01.000Z'))),
  about('has failed', mail('failed', string('EENVELOPE 550'), nullValue())),
  {
    ...retry,
    given: `a mail about the order ${record} has failed`,
    upon: 'another attempt',
    read: true,
  },
  {
    ...retry,
    given: `a mail about the order ${record} was sent`,
    upon: 'another attempt for a mail that was sent',
    status: 409,
    refusal: ['conflict', 'This mail has not failed.'],
  },
] satisfies readonly Agreement[])(
  'the back office agrees with notification on $upon',
  agreedWith('notification'),
);
