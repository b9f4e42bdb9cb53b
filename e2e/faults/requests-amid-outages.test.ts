import { expect, test } from '@playwright/test';
import { mailTo } from '../support/stack/mailbox.ts';
import { type StackPart, stackState, whileDown } from '../support/stack/stack-control.ts';

/** Orders a new phone as a visitor, and answers the link. */
async function orderPhone(email: string): Promise<string> {
  const { urls } = await stackState();
  const answer = await fetch(`${urls.shop}/api/admin/phone-orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Amid Outages',
      email,
      phone: '9800000088',
      model: 'iPhone 15 Pro',
      color: 'Black',
      storage: '256 GB',
      quantity: 1,
      paymentMethod: 'full',
      deliveryMethod: 'delivery',
      address: 'Thamel 12, Kathmandu',
      priority: 'standard',
    }),
    signal: AbortSignal.timeout(15_000),
  });
  const { trackingLink }: { trackingLink: string } = await answer.json();
  expect(answer.status).toBe(201);
  return trackingLink;
}

for (const part of ['catalog', 'broker', 'notification'] satisfies StackPart[])
  test(`a request is taken while ${part} is down, and its customer is told when all is well again (ERR-24, NPB-35)`, async () => {
    const email = `amid-${part}-${Date.now()}@example.com`;
    let link = '';
    await whileDown(part, async () => {
      link = await orderPhone(email);
    });
    expect(await mailTo(email, /We have your phone order/)).toContain(link);
  });
