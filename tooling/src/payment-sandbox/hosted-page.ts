import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import { amountTotal, type SandboxSession, sandboxCards } from './sandbox-session.ts';

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const money = (minorUnits: number, currency: string) =>
  `${currency.toUpperCase()} ${new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(minorUnits / 100)}`;

const styles = `
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#10201b;background:#f2f4f1}
.notice{background:#f5a81c;padding:12px 20px;text-align:center;font-weight:600}
main{max-width:920px;margin:0 auto;padding:32px 20px;display:grid;gap:24px}
@media(min-width:769px){main{grid-template-columns:1fr 1fr;padding-top:56px}}
section{background:#fff;border:1px solid #dbe1db;border-radius:12px;padding:24px}
h1{margin:0 0 4px;font-size:1.25rem}h2{margin:0 0 16px;font-size:1rem}
.total{font-size:2rem;font-weight:700;margin:0 0 20px}
ul{list-style:none;margin:0;padding:0}li{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-top:1px solid #dbe1db}
li span:last-child{white-space:nowrap}small{color:#404e48}
fieldset{border:0;margin:0;padding:0}legend{font-weight:600;padding:0;margin-bottom:8px}
label{display:grid;grid-template-columns:24px 1fr;gap:2px 8px;padding:12px;border:1px solid #7a8781;border-radius:8px;margin-bottom:8px;cursor:pointer}
label:has(:checked){border-color:#0f4337;background:#e4eee9}label input{margin:4px 0 0;width:18px;height:18px;accent-color:#0f4337}label small{grid-column:2}
button,.back{display:block;width:100%;min-height:48px;border-radius:8px;font:inherit;font-weight:600;text-align:center;cursor:pointer}
button{border:0;background:#f5a81c;color:#10201b;margin-top:16px}.back{color:#0f4337;padding:12px;margin-top:8px}
:focus-visible{outline:3px solid #10201b;outline-offset:2px}
.alert{background:#fcebe9;color:#8f1b15;border-radius:8px;padding:12px 16px;margin:0 0 16px}
`;

/** Allows only the page's stylesheet; forms may lead to the shop, whose address varies. */
const hostedPagePolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`;

export function sendPage(res: Response, status: number, html: (nonce: string) => string): void {
  const nonce = randomBytes(16).toString('base64');
  res
    .status(status)
    .set({ 'Content-Security-Policy': hostedPagePolicy(nonce), 'Cache-Control': 'no-store' })
    .type('html')
    .send(html(nonce));
}

function page(title: string, nonce: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style nonce="${nonce}">${styles}</style></head><body><div class="notice" role="note">Payment sandbox: no money moves here, and no real card is asked for.</div><main>${body}</main></body></html>`;
}

/** The payment page, or why it cannot be paid. */
export function hostedPage(session: SandboxSession, nonce: string, isDeclined: boolean): string {
  const back = `<a class="back" href="${escaped(session.cancelUrl)}">Back to the shop</a>`;
  const total = money(amountTotal(session), session.currency);
  const lines = session.lines
    .map(
      ({ description, quantity, unitAmount }) =>
        `<li><span>${escaped(description)}${quantity > 1 ? ` <small>× ${quantity}</small>` : ''}</span><span>${escaped(money(quantity * unitAmount, session.currency))}</span></li>`,
    )
    .join('');
  const summary = `<section><h1>Pay Kinmel</h1><p class="total">${escaped(total)}</p><ul>${lines}</ul></section>`;
  if (session.status !== 'open') {
    const sentence =
      session.status === 'expired' ? 'This payment page has run out.' : 'This payment was made already.';
    return page('Payment sandbox', nonce, `${summary}<section><h2>${sentence}</h2>${back}</section>`);
  }
  const cards = sandboxCards
    .map(
      ({ card, label, number, text }, index) =>
        `<label><input type="radio" name="card" value="${card}"${index === 0 ? ' checked' : ''}><span>${label}</span><small>${number}. ${text}</small></label>`,
    )
    .join('');
  const alert = isDeclined
    ? '<p class="alert" role="alert">Your card was declined. Please try another card.</p>'
    : '';
  return page(
    'Payment sandbox',
    nonce,
    `${summary}<section><h2>Choose a test card</h2>${alert}<form method="post"><fieldset><legend>Card</legend>${cards}</fieldset><button type="submit">Pay ${escaped(total)}</button></form>${back}</section>`,
  );
}

export interface WalletPage {
  readonly wallet: string;
  readonly amountInMinorUnits: number;
  readonly status: string;
  /** What the developer may do, by the name that is posted. */
  readonly choices: Readonly<Record<string, string>>;
}

/** The page of a wallet, on which a developer is payer and merchant. */
export function walletPage({ wallet, amountInMinorUnits, status, choices }: WalletPage, nonce: string) {
  const total = money(amountInMinorUnits, 'npr');
  const buttons = Object.entries(choices)
    .map(([name, text]) => `<button name="choice" value="${name}">${escaped(text)}</button>`)
    .join('');
  return page(
    `${wallet} sandbox`,
    nonce,
    `<section><h1>Pay Kinmel with ${wallet}</h1><p class="total">${escaped(total)}</p><p>Status: ${escaped(status)}</p></section><section><h2>What happens?</h2><form method="post">${buttons}</form></section>`,
  );
}

/** For an unknown session. */
export const unknownPage = (nonce: string) =>
  page('Payment sandbox', nonce, '<section><h2>There is no such payment.</h2></section>');
