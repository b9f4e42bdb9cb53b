import { join } from 'node:path';
import express, { type Router } from 'express';
import { sendPage, unknownPage, walletPage } from './hosted-page.ts';
import { createSessionStore } from './session-store.ts';

export interface WalletSandboxOptions {
  /** Stores payments across restarts. */
  readonly folder?: string;
  /** The sandbox's own address, once it listens. */
  readonly address: () => string;
  /** Called on every change of a payment. */
  readonly onPayment?: ((payment: PaymentFigures) => void) | undefined;
}

/** A payment as the provider has recorded it. */
export interface PaymentFigures {
  /** The id from the shop. */
  readonly paymentId: string;
  readonly orderId: string;
  readonly paidInMinorUnits: number;
  readonly refundedInMinorUnits: number;
}

export interface WalletPayment {
  readonly id: string;
  readonly status: string;
  readonly amountInMinorUnits: number;
  /** When its page was created. */
  readonly madeAt?: number;
}

/** How long an unused payment page stays open. */
export const pageLifeSeconds = 60 * 60;

/** The options by payment status and name: their text, and the resulting payment. */
type Choices<Payment> = Readonly<
  Record<string, Readonly<Record<string, readonly [text: string, change: Partial<Payment>]>>>
>;

/** The payments of a wallet with their page, on which a developer is the payer and, afterwards, the merchant. */
export function createWalletPayments<Payment extends WalletPayment>({
  wallet,
  folder,
  choices,
  returnAddress,
  onPayment,
  figuresOf,
}: {
  readonly wallet: string;
  readonly folder: string | undefined;
  readonly choices: Choices<Payment>;
  readonly onPayment: WalletSandboxOptions['onPayment'];
  readonly figuresOf: (payment: Payment) => PaymentFigures;
  /** The address to redirect the payer to after a choice; undefined stays on the page. */
  readonly returnAddress: (payment: Payment) => string | undefined;
}) {
  const name = wallet.toLowerCase();
  const sessionStore = createSessionStore<Payment>(folder && join(folder, name));
  const store = {
    ...sessionStore,
    save: (payment: Payment) => {
      sessionStore.save({ ...payment, madeAt: payment.madeAt ?? Date.now() });
      onPayment?.(figuresOf(payment));
    },
  };
  const pages: Router = express.Router();
  const sendPayment = (res: express.Response, payment: Payment | undefined) => {
    if (payment === undefined) return sendPage(res, 404, unknownPage);
    const availableChoices = Object.entries(choices[payment.status] ?? {});
    const texts = Object.fromEntries(availableChoices.map(([name, [text]]) => [name, text]));
    sendPage(res, 200, walletPage(wallet, payment, texts));
  };
  pages.get(`/${name}/`, (req, res) => sendPayment(res, store.find(req.query['pidx'])));
  pages.post(`/${name}/`, (req, res) => {
    const payment = store.find(req.query['pidx']);
    const isExpired = Date.now() > (payment?.madeAt ?? 0) + pageLifeSeconds * 1000;
    const availableChoices = choices[payment?.status ?? ''] ?? {};
    const [, change] =
      (isExpired && availableChoices['expire']) || (availableChoices[req.body?.choice] ?? []);
    if (!payment || !change) return sendPayment(res, payment);
    const changedPayment = { ...payment, ...change };
    store.save(changedPayment);
    const next = returnAddress(changedPayment);
    if (next === undefined) sendPayment(res, changedPayment);
    else res.redirect(303, next);
  });
  return { ...store, pages };
}
