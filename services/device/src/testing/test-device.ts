import { randomBytes } from 'node:crypto';
import {
  type EventDefinition,
  payoutResumed,
  payoutStopped,
  type SellRequestStatus,
  type SellRequestToReceive,
  sellRequestReceived,
  sellRequestSettled,
  sellRequestStatusChanged,
} from '@kinmel/contracts';
import { createPersonalPhotos } from '@kinmel/pictures';
import {
  createEvent,
  createMemoryBus,
  type MemoryBus,
  openFolderObjects,
  ProblemError,
  type ServiceClient,
  seal,
  shopDays,
} from '@kinmel/service-kit';
import { startTestService, testDatabase, testTokens } from '@kinmel/testing/servers';
import { deviceApp } from '../app.ts';
import { createDeviceContext, deviceModels } from '../context.ts';
import type { SaleProduct } from '../sales/sale.rules.ts';
import { shopClients } from '../sales/sell-device.ts';
import { grades } from './device-samples.ts';

const start = '2026-11-23T06:00:00Z';

/** The calls to a real catalog; the others stay stubs. */
function clientsWithCatalog(catalog: ServiceClient) {
  const { readProduct, withdraw } = shopClients(catalog, catalog, catalog);
  return { readProduct, withdraw };
}

export const contractToken = 'a-token-of-the-services';

export type TestDevice = Awaited<ReturnType<typeof startTestDevice>>;

interface TestDeviceOptions {
  /** In memory by default. */
  readonly bus?: MemoryBus;
  /** Fixed by default. */
  readonly now?: () => Date;
  /** A stub by default. */
  readonly catalog?: ServiceClient;
}

/** The service with a real database, an in-memory bus, its own photos and clock, and stubs of the services it calls. */
export async function startTestDevice(options: TestDeviceOptions = {}) {
  const database = await testDatabase('device');
  const { connection } = database;
  const tokens = testTokens();
  const bus = options.bus ?? createMemoryBus();
  const deviceKey = randomBytes(32).toString('base64');
  /** The sell requests that the stub of service-request knows. */
  const sellRequests = new Map<string, SellRequestToReceive>();
  const lookedUpImeis: string[] = [];
  /** The state of the stub of catalog: products, devices that are being bought, and devices that were taken off sale. */
  const products = new Map<string, SaleProduct>();
  const beingBought = new Set<string>();
  const withdrawn: string[] = [];
  /** The state of the stub of order: payouts that are no longer stopped, and those that were ended. */
  const resumed = new Set<string>();
  const endedPayouts: string[] = [];
  let clock = start;
  let listedImeis: ReadonlySet<string> | 'away' = new Set<string>();
  let isOrderAway = false;
  let workDuringClaim: ((claimed: SellRequestToReceive) => Promise<unknown>) | undefined;
  let receiptCount = 0;
  /** The orders named in claims of sell requests. */
  const claimedOrderIds: (string | undefined)[] = [];
  /** The claims that the stub of service-request was asked about. */
  const endedClaims: [string, number][] = [];

  const instance = await startTestService('device', {
    connection,
    bus,
    tokens,
    models: deviceModels,
    createContext: async (common, folder) =>
      createDeviceContext({
        ...common,
        photos: createPersonalPhotos(await openFolderObjects(folder)),
        calendar: { dayOf: shopDays('Asia/Kathmandu'), closedDays: new Set() },
        deviceKey,
        async readPolicy() {
          if (isOrderAway) throw new ProblemError('service-unavailable');
          const tradeIn = { grades: [...grades], warrantyDays: 180, resaleMarkupPercent: 25 };
          return {
            tradeIn,
            rates: [{ currency: 'USD', number: 1, shopMinorUnits: 13_500, from: clock }],
          } as never;
        },
        sellRequestsOfShop: {
          async claimReceipt(id, { deviceId, orderId, knownAs }) {
            claimedOrderIds.push(orderId);
            const sellRequest = sellRequests.get(id);
            if (!sellRequest) throw new ProblemError('not-found', 'Request not found');
            if (knownAs && knownAs.model !== sellRequest.model)
              throw new ProblemError('conflict', 'Please compare them.', [
                { path: 'isKnownPhoneConfirmed', message: 'Please compare them.' },
              ]);
            const receiptId = (receiptCount += 1).toString(16).padStart(24, '0');
            const claimed = { ...sellRequest, receiptId, deviceId: sellRequest.deviceId || deviceId };
            const work = workDuringClaim;
            workDuringClaim = undefined;
            await work?.(claimed);
            return claimed;
          },
          async endPhoneClaim(id, version) {
            endedClaims.push([id, version]);
            return { status: 'accepted', version: version + 1, isSettled: false };
          },
        },
        shop: {
          async readProduct(id) {
            const product = products.get(id);
            if (!product) throw new ProblemError('not-found', 'Product not found');
            return product;
          },
          async withdraw(id) {
            if (beingBought.has(id)) throw new ProblemError('conflict', 'Somebody is buying this device.');
            withdrawn.push(id);
          },
          async endPayout(id) {
            if (resumed.has(id)) throw new ProblemError('conflict', 'The payment is not stopped any more.');
            endedPayouts.push(id);
          },
          estimate: async ({ model }) => (model === 'iPhone 13' ? 400 : null),
          ...(options.catalog ? clientsWithCatalog(options.catalog) : {}),
        },
        async askBlocklist(number) {
          lookedUpImeis.push(number);
          if (listedImeis === 'away') throw new Error('away');
          return listedImeis.has(number) ? 'listed' : 'clean';
        },
        now: options.now ?? (() => new Date(clock)),
      }),
    appOf: deviceApp,
    serviceToken: contractToken,
  });

  let version = 1;
  async function publish(
    definition: EventDefinition,
    requestId: string,
    data: object,
    explicitVersion?: number,
  ): Promise<void> {
    version += 1;
    await bus.publish(
      createEvent(definition, {
        aggregateId: requestId,
        aggregateVersion: explicitVersion ?? version,
        occurredAt: new Date(clock),
        data: {
          requestId,
          userId: null,
          reference: requestId.slice(-6).toUpperCase(),
          subject: 'Apple iPhone 13, 128 GB, Black',
          customer: { name: 'Asha Rai', email: 'asha@example.com' },
          sealedTrackingToken: '',
          ...data,
        } as never,
      }),
    );
    await bus.settle();
  }

  return {
    ...instance,
    connection,
    database,
    bus,
    tokens,
    photosFolder: instance.folder,
    sellRequests,
    products,
    beingBought,
    withdrawn,
    resumed,
    endedPayouts,
    /** The IMEIs that were looked up in the stub of the register. */
    lookedUpImeis,
    endedClaims,
    claimedOrderIds,
    setListed(imeis: readonly string[] | 'away') {
      listedImeis = imeis === 'away' ? imeis : new Set(imeis);
    },
    /** Runs once, during the next claim of a sell request. */
    whileSellRequestIsClaimed(work: (claimed: SellRequestToReceive) => Promise<unknown>) {
      workDuringClaim = work;
    },
    setOrderAway(isAway: boolean) {
      isOrderAway = isAway;
    },
    setClock(moment: string) {
      clock = moment;
    },
    /** An accepted sell request. */
    accept(id: string, overrides: Partial<SellRequestToReceive> = {}) {
      sellRequests.set(id, {
        sellRequestId: id,
        reference: id.slice(-6).toUpperCase(),
        brand: 'apple',
        model: 'iPhone 13',
        storage: '128',
        color: 'black',
        condition: 'good',
        version: 1,
        receiptId: '',
        deviceId: '',
        quotedPriceInMinorUnits: 30_000,
        ...overrides,
      });
    },
    /** Empties the database and all stubs. */
    async reset() {
      await database.empty();
      for (const stub of [sellRequests, products, beingBought, resumed]) stub.clear();
      for (const calls of [lookedUpImeis, withdrawn, endedClaims, endedPayouts]) calls.length = 0;
      listedImeis = new Set();
      isOrderAway = false;
      clock = start;
    },
    publish,
    deviceKey,
    /** Published by service-request. */
    events: {
      received: (id: string, number?: string) =>
        publish(sellRequestReceived, id, number === undefined ? {} : { sealedImei: seal(number, deviceKey) }),
      settled: (id: string, deviceId: string, amountInMinorUnits = 4_050_000) => {
        const price = { amountInMinorUnits, currency: 'NPR' };
        const payment = { to: 'payout', amount: price, method: 'cash', account: '' };
        return publish(sellRequestSettled, id, { deviceId, price, payment });
      },
      payout: (step: 'stopped' | 'resumed', id: string, version: number) =>
        publish(step === 'stopped' ? payoutStopped : payoutResumed, id, { sellRequestId: id }, version),
      ended: (id: string, to: SellRequestStatus, extraData: object = {}) =>
        publish(sellRequestStatusChanged, id, { from: 'quoted', to, note: '', by: 'customer', ...extraData }),
    },
    async stop() {
      await instance.stop();
      await database.drop();
      tokens.cleanUp();
    },
  };
}

/** A device service for the tests of a file, which all begin with an empty database and empty stubs. */
export function useTestDevice(): TestDevice {
  const device = {} as TestDevice;
  beforeAll(async () => {
    Object.assign(device, await startTestDevice());
  });
  afterAll(() => device.stop());
  beforeEach(() => device.reset());
  return device;
}
