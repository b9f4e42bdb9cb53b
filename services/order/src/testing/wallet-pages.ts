import { sandboxEnvironment } from '@kinmel/tooling/payment-sandbox';
import { z } from 'zod';
import { esewaConfigShape, openEsewa } from '../payments/methods/esewa.ts';
import { khaltiConfigShape, openKhalti } from '../payments/methods/khalti.ts';
import type { MethodProvider, PaymentPage } from '../payments/payment-provider.ts';
import { testShop } from './order-builder.ts';

const configSchema = z.object({ ...esewaConfigShape, ...khaltiConfigShape });

/** The wallet providers, connected to a sandbox. */
export function walletsAt(address: string): Record<'esewa' | 'khalti', MethodProvider> {
  const config = configSchema.parse(sandboxEnvironment(address, ''));
  const options = { ...config, SHOP_URL: testShop.shopUrl };
  const [esewa, khalti] = [openEsewa(options), openKhalti(options)];
  if (!esewa || !khalti) throw new Error('The sandbox does not configure both wallets.');
  return { esewa, khalti };
}

/** Opens the page of a wallet as a browser does; returns the address of its page. */
export async function openWalletPage({ url, form }: PaymentPage): Promise<string> {
  if (form === undefined) return url;
  const posted = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const address = posted.headers.get('location');
  if (address === null) throw new Error(`The form was refused: ${await posted.text()}`);
  return address;
}

/** A choice on the page; returns the query with which the payer comes back to the shop. */
export async function chooseOnPage(address: string, choice: string): Promise<URLSearchParams> {
  const body = new URLSearchParams({ choice });
  const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  await answer.arrayBuffer();
  return new URL(answer.headers.get('location') ?? 'http://localhost/').searchParams;
}
