import { randomUUID } from 'node:crypto';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type {
  CreditPosting,
  DeviceAnswer,
  Payout,
  SellRequestAnswer,
  TrackedRequest,
} from '@kinmel/contracts';
import { sampleChecklist, sampleSellRequest } from '@kinmel/testing/samples';
import { stackState } from '../stack/stack-control.ts';
import { anotherAdmin } from './another-admin.ts';
import {
  type Answer,
  answered,
  type Calls,
  dataOf,
  type PaidOrder,
  type PayingCustomer,
  staff,
  type WayToPay,
} from './paying-customers.ts';

const withinMs = 180_000;

/**
 * Repeats a step until its state is reached: an aborted call may have taken effect, and an event that the step needs
 * may still be in transit.
 */
async function advance<State>(
  read: () => Promise<State>,
  isReached: (state: State) => boolean,
  step?: (state: State) => Promise<Answer | undefined>,
): Promise<State> {
  const deadline = Date.now() + withinMs;
  for (let lastAnswer = ''; ; ) {
    const state = await read();
    if (isReached(state)) return state;
    if (Date.now() > deadline)
      throw new Error(`Not reached: ${lastAnswer} ${JSON.stringify(state).slice(0, 1500)}`);
    const answer = await step?.(state);
    if (answer !== undefined) lastAnswer = JSON.stringify(answered(answer, 200, 201, 409)).slice(0, 300);
    if (answer === undefined || answer.status === 409) await pauseFor(300);
  }
}

const readAsStaff = async <Data>(call: Calls, path: string): Promise<Data> =>
  dataOf<Data>(await staff(call, 'GET', path), 200);

/** Every page of a list of the staff. */
export async function readAllPages<Row>(call: Calls, path: string, name: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const data = await readAsStaff<Record<string, readonly Row[]>>(call, `${path}?page=${page}&limit=50`);
    const rowsOfPage = data[name] ?? [];
    rows.push(...rowsOfPage);
    if (rowsOfPage.length < 50) return rows;
  }
}

export const readDevice = (call: Calls, id: string) =>
  readAsStaff<DeviceAnswer>(call, `/api/admin/devices/${id}`);

/** Every change of a customer's credit. */
export const creditOf = (call: Calls, userId: string) =>
  readAllPages<CreditPosting>(call, `/api/admin/credit/${userId}`, 'history');

/** How a phone is sold to the shop. Prices in US dollars. */
export interface PhoneOffer {
  readonly imei: string;
  readonly quote: number;
  readonly payment:
    | { readonly to: 'credit' }
    | { readonly to: 'payout'; readonly method: Payout['method']; readonly account?: string };
  /** The quote after the inspection; null keeps the first one. */
  readonly lowerQuote: number | null;
  readonly isLowerAccepted: boolean;
}

export interface TradedPhone {
  readonly requestId: string;
  readonly deviceId: string;
  readonly request: SellRequestAnswer;
}

/** The people of the shop who buy phones and put them on sale. */
export async function staffOfPhones(call: Calls) {
  const { urls } = await stackState();
  const payer = await anotherAdmin();
  let payerSession: { readonly token: string; readonly atMs: number } | undefined;
  /** The access token of a second admin, who pays what the first has approved. */
  async function payerToken(): Promise<string> {
    if (payerSession === undefined || Date.now() - payerSession.atMs > 9 * 60_000) {
      const { email, password } = payer;
      const body = { email, password };
      const { token } = answered(await call('POST', `${urls.shop}/api/auth/login`, { body }), 200);
      payerSession = { token, atMs: Date.now() };
    }
    return payerSession.token;
  }

  const readRequest = (id: string) => readAsStaff<SellRequestAnswer>(call, `/api/sell-phone/request/${id}`);

  const inspect = (id: string, changes: object = {}) =>
    advance(
      () => readDevice(call, id),
      ({ place }) => place === 'inspected',
      ({ version }) =>
        staff(call, 'PUT', `/api/admin/devices/${id}/inspection`, {
          version,
          checklist: sampleChecklist,
          note: 'Looked at in the shop.',
          ...changes,
        }),
    );

  /** Has the payout approved if its sum requires that, and paid by another admin. */
  async function payOut(id: string): Promise<void> {
    const path = `/api/admin/payouts/${id}`;
    /** The newest payouts of each status are on the first page. */
    const read = async () => {
      for (const status of ['due', 'approved', 'paid']) {
        const { payouts } = await readAsStaff<{ payouts: readonly Payout[] }>(
          call,
          `/api/admin/payouts?status=${status}&limit=100`,
        );
        const ownPayout = payouts.find((payout) => payout.id === id);
        if (ownPayout !== undefined) return ownPayout;
      }
      return undefined;
    };
    await advance(
      read,
      (payout) => payout?.status === 'paid',
      async (payout) => {
        if (payout === undefined) return undefined;
        const { version, needsApproval, status } = payout;
        if (needsApproval && status === 'due') return staff(call, 'POST', `${path}/approval`, { version });
        const paymentReference = `TRANSFER-${id.slice(-6)}`;
        return staff(call, 'POST', `${path}/payment`, { version, paymentReference }, await payerToken());
      },
    );
  }

  return {
    /** Sells a phone to the shop, from the form until the seller is paid or gets it back. */
    async tradeIn(seller: PayingCustomer, offered: PhoneOffer): Promise<TradedPhone> {
      const { imei, quote, payment, lowerQuote, isLowerAccepted } = offered;
      const fields = {
        ...sampleSellRequest,
        fullName: 'Asha Rai',
        contactEmail: seller.email,
        imei,
      };
      const key = randomUUID();
      const { trackingLink } = answered(
        await seller.callSignedIn('POST', '/api/sell-phone/request', { key, fields }),
        201,
      );
      const link = `${urls.shop}/api${trackingLink}`;
      const tracked = async () => dataOf<TrackedRequest>(await call('GET', link), 200);
      const { id: requestId } = await tracked();
      await advance(
        () => readRequest(requestId),
        ({ status }) => status === 'quoted',
        ({ version }) =>
          staff(call, 'PUT', `/api/sell-phone/request/${requestId}/quote`, {
            version,
            estimatedPrice: quote,
          }),
      );
      const answerTo = (action: 'accept' | 'decline', reachedStatuses: readonly string[]) =>
        advance(
          tracked,
          ({ status }) => reachedStatuses.includes(status),
          ({ version, quote: shownQuote }) => {
            const amountInMinorUnits = shownQuote?.pays?.[payment.to].amountInMinorUnits;
            // The number of a wallet is in `payment.account`.
            return seller.callSignedIn('POST', `/api${trackingLink}/${action}`, {
              body: { version, payment, amountInMinorUnits },
            });
          },
        );
      await answerTo('accept', ['accepted']);
      const receive = () =>
        staff(call, 'POST', '/api/admin/devices', { sellRequestId: requestId, identifiers: [imei] });
      // Two staff members scan the phone at the same time.
      const [{ id: deviceId }, secondAnswer] = (await Promise.all([receive(), receive()])).map((answer) =>
        dataOf<DeviceAnswer>(answer, 201),
      ) as [DeviceAnswer, DeviceAnswer];
      if (secondAnswer.id !== deviceId) throw new Error(`${requestId} was received as two devices`);
      await inspect(
        deviceId,
        lowerQuote === null
          ? {}
          : { lowerQuoteInMinorUnits: lowerQuote * 100, note: 'The screen is scratched.' },
      );
      if (lowerQuote !== null) {
        await advance(tracked, ({ status }) => status === 'quoted');
        await (isLowerAccepted ? answerTo('accept', ['completed']) : answerTo('decline', ['rejected']));
      }
      if (lowerQuote !== null && !isLowerAccepted) {
        await advance(
          () => readDevice(call, deviceId),
          ({ place }) => place === 'customer',
          ({ version }) =>
            staff(call, 'PUT', `/api/admin/devices/${deviceId}/place`, {
              version,
              place: 'customer',
              note: `Parcel ${deviceId.slice(-6)}`,
            }),
        );
        return { requestId, deviceId, request: await readRequest(requestId) };
      }
      await advance(tracked, ({ status }) => status === 'completed');
      if (payment.to === 'payout') await payOut(requestId);
      else
        await advance(
          () => creditOf(call, seller.userId),
          (history) => history.some(({ id }) => id === `trade-in:${requestId}`),
        );
      return { requestId, deviceId, request: await readRequest(requestId) };
    },

    /** Puts an inspected device on sale; resolves when it can be bought. The price is in major units. */
    async list(deviceId: string, productId: string, price: number): Promise<void> {
      await advance(
        () => readDevice(call, deviceId),
        ({ place }) => place === 'for-sale',
        ({ version }) =>
          staff(call, 'PUT', `/api/admin/devices/${deviceId}/sale`, {
            version,
            productId,
            price: { amountInMinorUnits: price * 100, currency: 'NPR' },
          }),
      );
      await advance(
        () => call('GET', `${urls.shop}/api/products/${deviceId}`),
        ({ status, body }) => {
          const { inStock, price: shownPrice } = (body.data ?? {}) as unknown as Record<string, unknown>;
          return status === 200 && inStock === true && shownPrice === price;
        },
      );
    },

    /** Inspects a returned device again. */
    async takeBack(deviceId: string): Promise<void> {
      await advance(
        () => readDevice(call, deviceId),
        ({ place }) => place === 'returned',
      );
      await inspect(deviceId);
    },
  };
}

/** Refusals that may be temporary: an aborted call holds the device, or its new price has not arrived yet. */
const temporaryRefusals = ['out-of-stock', 'price-changed'];

/** Exactly one of the concurrent buyers gets the device; the others are refused. */
export async function buyDevice(
  deviceId: string,
  buyers: readonly {
    readonly customer: PayingCustomer;
    readonly total: number;
    readonly method: WayToPay;
    readonly credit: number | undefined;
  }[],
): Promise<{ placed: PaidOrder; buyer: PayingCustomer }> {
  const lines = [{ productId: deviceId, quantity: 1 }];
  const deadline = Date.now() + withinMs;
  for (;;) {
    const attempts = await Promise.all(
      buyers.map(async ({ customer, ...options }) => ({
        customer,
        ...(await customer.order(lines, options)),
      })),
    );
    const [first, ...otherOrders] = attempts.filter(({ answer }) => answer.status === 201);
    const refusals = attempts.filter(({ answer }) => answer.status !== 201).map(({ answer }) => answer.body);
    if (
      otherOrders.length > 0 ||
      refusals.some(({ code }) => !temporaryRefusals.includes(code)) ||
      Date.now() > deadline
    )
      throw new Error(
        `${deviceId}, bought by ${1 + otherOrders.length}: ${JSON.stringify(refusals).slice(0, 1000)}`,
      );
    if (first !== undefined) {
      const { customer, key, answer } = first;
      return { placed: { key, orderId: answer.body.order.id, userId: customer.userId }, buyer: customer };
    }
    await pauseFor(1000);
  }
}
