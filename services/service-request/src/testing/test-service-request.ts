import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BodyOf, type claimReturn, type OrderToReturn, requestCurrency } from '@kinmel/contracts';
import { createPersonalPhotos } from '@kinmel/pictures';
import {
  createMemoryBus,
  type LiveSessions,
  type MemoryBus,
  openFolderObjects,
  ProblemError,
  shopDays,
} from '@kinmel/service-kit';
import { startTestService, testDatabase, testTokens } from '@kinmel/testing/servers';
import mongoose from 'mongoose';

export { claimOlderReturns, orderFrom } from '../returns/claim-return.ts';

import { serviceRequestApp } from '../app.ts';
import { createServiceRequestContext, type ServiceRequestContext, serviceRequestModels } from '../context.ts';
import type { RequestsPerHour } from '../requests/request-limits.store.ts';
import type { OrderClient } from '../returns/claim-return.ts';
import type { PhoneClaim } from '../sell-requests/phone.rules.ts';

export const mailSealKey = randomBytes(32).toString('base64');
export const testServiceToken = 'a-token-of-the-tests-only';
export const deviceKey = randomBytes(32).toString('base64');

/** An instance of the service; several may share database, bus and folder. */
export interface TestInstance {
  readonly context: ServiceRequestContext;
  readonly server: http.Server;
  stop(): Promise<void>;
}

type Claim = Pick<BodyOf<typeof claimReturn>, 'lines' | 'version'> & { readonly orderId: string };

/**
 * A stub of order with its claims by the id of the return (rules SR-R2 and SR-R8), which end when the return is stored
 * as closed.
 */
function orderStub(
  connection: mongoose.Connection,
  orders: ReadonlyMap<string, OrderToReturn>,
  isAway: () => boolean,
  claims: Map<string, Claim>,
  buyBacks: Map<string, string>,
  payouts: Map<string, object | 'approved'>,
): OrderClient {
  let lastClaim: Promise<unknown> = Promise.resolve();
  async function read(orderId: string, _traceparent = '', ownReturnId?: string): Promise<OrderToReturn> {
    if (isAway()) throw new ProblemError('service-unavailable');
    const order = orders.get(orderId);
    if (!order) throw new ProblemError('not-found', 'There is no such order.');
    const returned: Record<string, number> = { ...order.returned };
    let { problem } = order;
    for (const [returnId, { lines }] of [...claims].filter(
      ([id, claim]) => claim.orderId === orderId && id !== ownReturnId,
    )) {
      const _id = new mongoose.Types.ObjectId(returnId);
      const status: unknown = (await connection.collection('returns').findOne({ _id }))?.['status'];
      if (['rejected', 'cancelled', 'sent-back'].includes(String(status))) continue;
      for (const { key, quantity } of lines) returned[key] = (returned[key] ?? 0) + quantity;
      if (status !== 'settled') problem ??= 'There is a return of this order already.';
    }
    return { ...order, returned, problem };
  }
  async function claim(orderId: string, returnId: string, { lines, version }: Omit<Claim, 'orderId'>) {
    const earlierClaim = claims.get(returnId);
    if (earlierClaim && earlierClaim.version >= version) return;
    const { problem } = await read(orderId);
    if (problem !== null) throw new ProblemError('conflict', problem);
    claims.set(returnId, { orderId, lines, version });
  }
  return {
    read,
    claim(orderId, returnId, request) {
      const claimed = lastClaim.then(() => claim(orderId, returnId, request));
      lastClaim = claimed.catch(() => undefined);
      return claimed;
    },
    async claimBuyBack(orderId, receiptId) {
      const { problem } = await read(orderId);
      if (problem !== null) throw new ProblemError('conflict', problem);
      buyBacks.set(receiptId, orderId);
    },
    async endBuyBack(_orderId, receiptId) {
      buyBacks.delete(receiptId);
    },
    async redirectPayout(id, way) {
      const payout = payouts.get(id);
      if (payout === 'approved') throw new ProblemError('conflict', 'We are paying this just now.');
      payouts.set(id, way);
    },
  };
}

export type TestServiceRequest = Awaited<ReturnType<typeof startTestServiceRequest>>;

/** The service with a real database, an in-memory bus, its own photos and clock. */
export async function startTestServiceRequest(
  perHour: Partial<RequestsPerHour> = {},
  parts: { readonly bus?: MemoryBus; readonly order?: OrderClient } = {},
) {
  const database = await testDatabase('service-request');
  const { connection } = database;
  const tokens = testTokens();
  const bus = parts.bus ?? createMemoryBus();
  const photosFolder = await mkdtemp(path.join(tmpdir(), 'kinmel-request-photos-'));
  const trackingKey = randomBytes(32).toString('base64');
  let clock = '2026-11-23T06:00:00Z';
  /** The orders that the stub of order knows. */
  const orders = new Map<string, OrderToReturn>();
  const claims = new Map<string, Claim>();
  /** The orders of claimed phones, by receipt. */
  const buyBacks = new Map<string, string>();
  /** The payment methods of payouts, by sell request. */
  const payouts = new Map<string, object | 'approved'>();
  let isOrderAway = false;
  /** The state of the stub of device: claimed phones, known receipts, and a refusal of the next claims. */
  const claimed: PhoneClaim[] = [];
  const receipts = new Set<string>();
  let claimRefusal: string | undefined;
  let shopMinorUnits = 13_500;
  const running: TestInstance[] = [];
  let role: 'admin' | 'user' = 'admin';
  const liveSessions: LiveSessions = {
    confirm: (caller) =>
      tokens.liveSessions.confirm({ ...caller, role: caller.role === 'admin' ? role : caller.role }),
  };

  async function startInstance(instanceConnection = connection): Promise<TestInstance> {
    const instance = await startTestService('service-request', {
      connection: instanceConnection,
      bus,
      tokens: { source: tokens.source, liveSessions },
      models: serviceRequestModels,
      folder: photosFolder,
      createContext: async (common, folder) =>
        createServiceRequestContext({
          ...common,
          photos: createPersonalPhotos(await openFolderObjects(folder)),
          trackingKey,
          mailSealKey,
          deviceKey,
          calendar: {
            timeZone: 'Asia/Kathmandu',
            dayOf: shopDays('Asia/Kathmandu'),
            closedDays: new Set(['2026-12-25']),
            seats: 3,
            daysAhead: 90,
            leadMinutes: 0,
          },
          readProducts: () => Promise.reject(new Error('Catalog is not available in this test.')),
          order: parts.order ?? orderStub(connection, orders, () => isOrderAway, claims, buyBacks, payouts),
          async readRate() {
            if (isOrderAway) throw new ProblemError('service-unavailable');
            const tradeIn = { creditBonusPercent: 5, maxQuoteInMinorUnits: 300_000 };
            return { currency: requestCurrency, number: shopMinorUnits - 13_499, shopMinorUnits, tradeIn };
          },
          phones: {
            async claimPhone(claim) {
              if (claimRefusal !== undefined) throw new ProblemError('conflict', claimRefusal);
              claimed.push(claim);
            },
            settleReceipt: async (receiptId) => receipts.has(receiptId),
          },
          quoteDays: 7,
          retention: { requestDays: 730, photoDays: 180 },
          perHour,
          now: () => new Date(clock),
        }),
      appOf: serviceRequestApp,
      serviceToken: testServiceToken,
    });
    running.push(instance);
    return instance;
  }

  return {
    ...(await startInstance()),
    bus,
    database,
    tokens,
    photosFolder,
    orders,
    claims,
    buyBacks,
    payouts,
    claimed,
    receipts,
    refuseClaims(words?: string) {
      claimRefusal = words;
    },
    setOrderAway(isAway: boolean) {
      isOrderAway = isAway;
    },
    /** The rate of the stub of order. */
    setRate(rate: number) {
      shopMinorUnits = rate;
    },
    /** Sets and stops the clock of all instances. */
    setClock(moment: string) {
      clock = moment;
    },
    /** Another instance on the same database, optionally with its own connection. */
    startTwin: startInstance,
    /** The role that auth confirms for admins from now on. */
    setRoleNow(now: 'admin' | 'user') {
      role = now;
    },
    async stop() {
      for (const instance of running) await instance.stop();
      await database.drop();
      tokens.cleanUp();
      await rm(photosFolder, { recursive: true, force: true });
    },
  };
}
