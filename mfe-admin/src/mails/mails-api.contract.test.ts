import { contractBetween, instant, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { answeredAsJson as answered, asStaff } from '../testing/staff-contract.ts';
import { mailsApi } from './mails-api.ts';

const { eachLike, integer, nullValue, string } = MatchersV3;

const notification = contractBetween('mfe-admin', 'notification');

const orderId = '6600000000000000000000e1';
const mailId = 'order-placed-1';
const { endpoints } = mailsApi;
const store = (url: string) => sendTo(url, 'staff');

const asking = (state: string, description: string) =>
  notification.addInteraction().given(state).uponReceiving(description);
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

describe('what the screens of staff ask notification for', () => {
  it.each([
    ['was sent', mail('sent', nullValue(), instant('2026-11-20T10:00:01.000Z'))],
    ['has failed', mail('failed', string('EENVELOPE 550'), nullValue())],
  ])('the mails about an order, of which one %s', (what, one) =>
    asking(`a mail about the order ${orderId} ${what}`, `the mails about an order, of which one ${what}`)
      .withRequest('GET', '/api/admin/mails', (request) =>
        request.headers(asStaff).query({ record: orderId, limit: '100' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answered).jsonBody({ success: true, data: eachLike(one) }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(endpoints.listMailsAbout.initiate(orderId));
        expect(data).toMatchObject([{ mailId, state: one.state }]);
      }),
  );

  it('another attempt for a mail that has failed, which one that was sent does not get', async () => {
    const retrying = (what: string, description: string) =>
      asking(`a mail about the order ${orderId} ${what}`, description).withRequest(
        'POST',
        `/api/admin/mails/${mailId}/retry`,
        (request) => request.headers(asStaff),
      );
    await retrying('has failed', 'another attempt')
      .willRespondWith(200, (answer) => answer.headers(answered).jsonBody({ success: true }))
      .executeTest(async ({ url }) => {
        const { data } = await store(url).dispatch(endpoints.retryMail.initiate(mailId));
        expect(data).toBe(true);
      });
    await retrying('was sent', 'another attempt for a mail that was sent')
      .willRespondWith(409, (answer) =>
        answer.headers(answered).jsonBody({
          success: false,
          message: string('This mail has not failed.'),
          error: string('This mail has not failed.'),
          code: 'conflict',
        }),
      )
      .executeTest(async ({ url }) => {
        const { error } = await store(url).dispatch(endpoints.retryMail.initiate(mailId));
        expect(apiProblem(error)).toMatchObject({ status: 409, code: 'conflict' });
      });
  });
});
