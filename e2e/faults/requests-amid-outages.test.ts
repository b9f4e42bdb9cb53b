import { randomUUID } from 'node:crypto';
import type { Mail, PhoneOrderAnswer } from '@kinmel/contracts';
import { expect, test } from '@playwright/test';
import mongoose from 'mongoose';
import { orderPhone, sendSellRequest } from '../support/pages/requests.ts';
import { adminRead } from '../support/people/admin.ts';
import { expectSoundBooks } from '../support/stack/books.ts';
import { mailsTo, mailTo } from '../support/stack/mailbox.ts';
import { restartPart, type StackPart, stackState, whileDown } from '../support/stack/stack-control.ts';

for (const part of ['catalog', 'broker', 'notification'] satisfies StackPart[])
  test(`a request is accepted while ${part} is down, and confirmed by mail afterwards (ERR-24, NPB-35)`, async () => {
    const email = `amid-${part}-${Date.now()}@example.com`;
    let link = '';
    await whileDown(part, async () => {
      link = await orderPhone({ email });
    });
    expect(await mailTo(email, /We have your phone order/)).toContain(link);
  });

/** Notification's records of mails to an address. */
const mailRecordsOf = async (email: string): Promise<readonly Mail[]> =>
  (await adminRead<{ data: Mail[] }>(`/api/admin/mails?to=${encodeURIComponent(email)}`)).data;

test('a sell request is accepted while the mail server is down, and confirmed once afterwards (ERR-24, SELL-22)', async () => {
  test.setTimeout(180_000);
  const email = `amid-mail-${Date.now()}@example.com`;
  let link = '';
  // Many attempts in quick succession, then one per minute, so that the outage can last longer.
  await restartPart('notification', { MAIL_RETRY_MINUTES: '0,0,0,0,0,0,0,0,0,1,1,1' });
  try {
    await whileDown('mail', async () => {
      link = await sendSellRequest({ fullName: 'Amid Outages', contactEmail: email });
      await expect
        .poll(() => mailRecordsOf(email), { timeout: 30_000 })
        .toMatchObject([{ state: 'waiting', attempts: expect.any(Number), lastError: expect.any(String) }]);
    });
    await expect
      .poll(() => mailRecordsOf(email), { timeout: 120_000 })
      .toMatchObject([{ state: 'sent', lastError: null }]);
  } finally {
    await restartPart('notification');
  }
  expect((await mailsTo(email)).map(({ text }) => text)).toEqual([expect.stringContaining(link)]);
});

/** Event types of each phone order of this address. */
async function phoneOrdersOf(email: string): Promise<readonly string[][]> {
  const { data } = await adminRead<{ data: PhoneOrderAnswer[] }>('/api/admin/phone-orders');
  const ids = data.flatMap((order) => (order.email === email ? [order.id] : []));
  const connection = await mongoose.createConnection((await stackState()).urls.mongodb).asPromise();
  try {
    const database = connection.useDb('kinmel_service_request');
    return await Promise.all(
      ids.map(async (record) => {
        const rows = database.collection<{ event: { type: string } }>('outbox').find({ record });
        return (await rows.toArray()).map(({ event }) => event.type);
      }),
    );
  } finally {
    await connection.close();
  }
}

for (const failpoint of [
  'service-request.after-insert',
  'relay.before-publish',
  'relay.unconfirmed',
  'relay.after-publish',
])
  test(`R-01: service-request is killed at ${failpoint} after a request was stored: one record, one event, one mail`, async () => {
    test.setTimeout(240_000);
    const email = `amid-${failpoint.replace('.', '-')}-${Date.now()}@example.com`;
    const key = randomUUID();
    // Pending work would kill an armed process while it starts.
    await expectSoundBooks({}, 60_000);
    await restartPart('service-request', { NODE_ENV: 'test', FAILPOINT: failpoint });
    try {
      // The answer may be lost; the record is not.
      await orderPhone({ email }, { 'idempotency-key': key }).catch(() => undefined);
      await expect
        .poll(async () => (await stackState()).pids['service-request'] ?? [], { timeout: 30_000 })
        .toEqual([]);
    } finally {
      await restartPart('service-request');
    }
    const link = await orderPhone({ email }, { 'idempotency-key': key });
    expect(await mailTo(email, /We have your phone order/)).toContain(link);
    await expectSoundBooks({}, 60_000);
    expect(await phoneOrdersOf(email)).toEqual([['phone-order.received']]);
    expect(await mailRecordsOf(email)).toMatchObject([{ state: 'sent', attempts: 1 }]);
    expect(await mailsTo(email)).toHaveLength(1);
  });
