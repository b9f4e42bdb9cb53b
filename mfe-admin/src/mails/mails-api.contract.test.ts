import { instant } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { exchangeWith } from '../testing/staff-contract.ts';
import { mailsApi } from './mails-api.ts';

const { eachLike, integer, nullValue, string } = MatchersV3;

const ask = exchangeWith('notification');
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

describe('the back office with notification', () => {
  it.each([
    ['was sent', mail('sent', nullValue(), instant('2026-11-20T10:00:01.000Z'))],
    ['has failed', mail('failed', string('EENVELOPE 550'), nullValue())],
  ])('reads the mails about an order, one of which %s', async (what, one) => {
    const { data } = await ask(
      {
        given: `a mail about the order ${record} ${what}`,
        upon: `the mails about an order, of which one ${what}`,
        path: '/api/admin/mails',
        query: { record, limit: '100' },
        answer: { data: eachLike(one) },
      },
      ({ dispatch }) => dispatch(endpoints.listMailsAbout.initiate(record)),
    );
    expect(data).toMatchObject([{ mailId, state: one.state }]);
  });

  it('retries a failed mail, and is refused for a sent one', async () => {
    const method = 'POST';
    const path = `/api/admin/mails/${mailId}/retry`;
    const retried = await ask(
      { given: `a mail about the order ${record} has failed`, upon: 'another attempt', method, path },
      ({ dispatch }) => dispatch(endpoints.retryMail.initiate(mailId)),
    );
    expect(retried.data).toBe(true);
    const { error } = await ask(
      {
        given: `a mail about the order ${record} was sent`,
        upon: 'another attempt for a mail that was sent',
        method,
        path,
        status: 409,
        refusal: ['conflict', 'This mail has not failed.'],
      },
      ({ dispatch }) => dispatch(endpoints.retryMail.initiate(mailId)),
    );
    expect(apiProblem(error)).toMatchObject({ status: 409, code: 'conflict' });
  });
});
