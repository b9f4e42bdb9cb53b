import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { upTo } from '@kinmel/ui/widths';
import type { Response } from 'express';
import Handlebars from 'handlebars';
import { amountTotal, type SandboxSession, sandboxCards } from './sandbox-session.ts';

/** Data of `hosted-page.hbs`, which omits parts without data. */
type HostedPage = Readonly<Record<string, unknown>>;

const pageOf = Handlebars.compile<HostedPage>(
  readFileSync(join(import.meta.dirname, 'hosted-page.hbs'), 'utf8'),
);

const money = (minorUnits: number, currency: string) =>
  `${currency.toUpperCase()} ${new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(minorUnits / 100)}`;

/** Allows only the page's stylesheet; forms may lead to the shop, whose address varies. */
const hostedPagePolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`;

export function sendPage(res: Response, status: number, page: HostedPage): void {
  const nonce = randomBytes(16).toString('base64');
  res
    .status(status)
    .set({ 'Content-Security-Policy': hostedPagePolicy(nonce), 'Cache-Control': 'no-store' })
    .type('html')
    .send(pageOf({ ...page, nonce, phoneLayout: upTo('phone') }));
}

const nextTexts: Readonly<Record<SandboxSession['status'], string>> = {
  open: 'Choose a test card',
  complete: 'This payment was made already.',
  expired: 'This payment page has run out.',
};

/** The payment page, or the reason why it cannot be paid. */
export const hostedPage = (session: SandboxSession, isDeclined: boolean): HostedPage => ({
  title: 'Payment sandbox',
  heading: 'Pay Kinmel',
  next: nextTexts[session.status],
  total: money(amountTotal(session), session.currency),
  lines: session.lines.map(({ description, quantity, unitAmount }) => ({
    description,
    times: quantity > 1 ? quantity : undefined,
    amount: money(quantity * unitAmount, session.currency),
  })),
  back: session.cancelUrl,
  ...(session.status === 'open' ? { cards: sandboxCards, isDeclined } : {}),
});

/**
 * The page of a wallet, on which a developer is payer and merchant.
 * @param choices the developer's options, by the posted name
 */
export const walletPage = (
  wallet: string,
  { status, amountInMinorUnits }: { readonly status: string; readonly amountInMinorUnits: number },
  choices: Readonly<Record<string, string>>,
): HostedPage => ({
  title: `${wallet} sandbox`,
  heading: `Pay Kinmel with ${wallet}`,
  total: money(amountInMinorUnits, 'npr'),
  next: 'What happens?',
  status,
  choices,
});

/** For an unknown session. */
export const unknownPage: HostedPage = { title: 'Payment sandbox', next: 'There is no such payment.' };
