import { randomUUID } from 'node:crypto';
import { sampleSellRequest } from '@kinmel/testing/samples';
import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';
import { stackState } from '../stack/stack-control.ts';

/** A bookable half hour, with the shop's label. */
export interface FreeSlot {
  readonly date: string;
  readonly time: string;
}

const dayMs = 24 * 60 * 60_000;

/** Free half hours of a coming day. */
export async function freeSlots(): Promise<readonly FreeSlot[]> {
  const { urls } = await stackState();
  // Starts in three days, because tomorrow may be today in the shop's time zone.
  for (let daysAhead = 3; daysAhead < 14; daysAhead += 1) {
    const date = new Date(Date.now() + daysAhead * dayMs).toISOString().slice(0, 10);
    const answer = await (await fetch(`${urls.shop}/api/bookings/slots?date=${date}`)).json();
    const free = (answer.data.slots as { time: string; free: number }[]).filter(
      ({ free: seats }) => seats > 1,
    );
    if (free.length > 2) return free.map(({ time }) => ({ date, time }));
  }
  throw new Error('No day of the next two weeks has free half hours');
}

/** A mail address that no other test uses. */
export const aMailbox = (name: string): string =>
  `${name}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@kinmel.example`;

/** An IMEI that no other test uses, with its check digit. */
export function anImei(): string {
  const digits = `35${String(Math.floor(Math.random() * 1e12)).padStart(12, '0')}`;
  const sum = Array.from(digits).reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The contact fields of the forms for repairs and new phones. */
export async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Bikash Rai');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone', { exact: true }).fill('9801234567');
}

/** Opens the tracking page of the link in a confirmation. */
export async function followRequest(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Follow your request' }).click();
  await page.waitForURL('**/request-links/*');
  await expect(page.getByRole('heading', { level: 1, name: 'Your request' })).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

const timeoutMs = 15_000;

/** Submits a form as a visitor with an `Idempotency-Key`; returns the tracking link. */
async function send(address: string, body: BodyInit, headers: Record<string, string> = {}): Promise<string> {
  const { urls } = await stackState();
  const answer = await fetch(urls.shop + address, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID(), ...headers },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { trackingLink, message } = await answer.json();
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${message}`);
  return trackingLink;
}

export const sendJson = (
  address: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<string> => send(address, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** Orders a new phone as a visitor. */
export const orderPhone = (
  order: Readonly<Record<string, string | number>> = {},
  headers: Record<string, string> = {},
): Promise<string> =>
  sendJson(
    '/api/admin/phone-orders',
    {
      name: 'Bikash Rai',
      email: `${randomUUID()}@example.com`,
      phone: '9801234567',
      model: 'iPhone 15 Pro',
      color: 'Black',
      storage: '256 GB',
      quantity: 1,
      paymentMethod: 'full',
      deliveryMethod: 'delivery',
      address: 'Thamel 12, Kathmandu',
      priority: 'standard',
      ...order,
    },
    headers,
  );

/** Offers a phone for sale as a visitor. */
export function sendSellRequest(fields: Readonly<Record<string, string>>): Promise<string> {
  const form = new FormData();
  for (const [field, value] of Object.entries({
    ...sampleSellRequest,
    contactEmail: `${randomUUID()}@example.com`,
    description: '<b>Always</b> in a case.',
    ...fields,
  }))
    form.set(field, value);
  return send('/api/sell-phone/request', form);
}
