import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { imeiOf, sampleChecklist, sampleDelivery, sampleSellRequest } from '@kinmel/testing/samples';
import sharp from 'sharp';
import type { AcknowledgedOrder } from '../../check-books/index.ts';
import type { Random } from '../../explorer/simulation/random.ts';
import { isOpen } from '../history/history.ts';
import {
  type Answer,
  type Client,
  type Fields,
  type Person,
  type Question,
  type Row,
  stateOf,
} from './client.ts';

const note = 'As agreed by phone.';
const stock = 100_000;
/** How long a story waits for one of its steps. */
const stepWithinMs = 60_000;
/** Statuses after which a record has no further step. */
const closedStates = /^(cancelled|rejected)/;

export type Stories = Awaited<ReturnType<typeof openStories>>;

/** Reads a required part of an answer. */
function required<Part>(part: Part | undefined, what: string, { status, body }: Answer): Part {
  if (part === undefined) throw new Error(`${what}: ${status} ${body.message}`);
  return part;
}

async function signUp(client: Client, name: string): Promise<Person> {
  const email = `${name.toLowerCase().replace(' ', '-')}@example.com`;
  const password = 'Journey123';
  const body = { fullName: name, email, number: '9800000000', password };
  const answer = await client.insist(undefined, 'POST /api/auth/signup', { body });
  const { user, token } = answer.body;
  const { id } = required(user, name, answer);
  return { name, email, password, id, token: required(token, name, answer) };
}

/** Adds a product with more pieces than all stories buy. */
async function putOnSale(client: Client, staff: Person) {
  const key = randomUUID();
  const body = { name: 'Watch', description: 'Ordered amid faults.', price: 2500, category: 'watch', stock };
  const added = await client.insist(staff, 'POST /api/products', { key, body });
  const { id: productId } = required(added.body.data, 'The product', added);
  const products = [{ productId, quantity: 2 }];
  const quote = await client.insist(undefined, 'POST /api/checkout-orders/quote', { body: { products } });
  const { pricing } = required(quote.body.data, 'The quote', quote);
  const { total } = pricing as { readonly total: number };
  return { productId, products, total };
}

async function takePhoto(): Promise<Blob> {
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'gray' } });
  return new Blob([new Uint8Array(await picture.png().toBuffer())], { type: 'image/png' });
}

/**
 * Customers and staff of a running shop.
 * @param random chooses what they do
 */
export async function openStories(
  client: Client,
  random: Random,
  { staff, customers: count }: { readonly staff: Person; readonly customers: number },
) {
  const { ask, insist } = client;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const customers = await Promise.all(numbers.map((number) => signUp(client, `Customer ${number}`)));
  const { productId, products, total } = await putOnSale(client, staff);
  const photo = await takePhoto();
  client.history.length = 0;

  /** The ids of requests by their links, because the creating call only returns the link. */
  const idOfLink = new Map<string, string>();
  /** Calls that create a record, each with its key. */
  const keyedCalls: { readonly by: Person; readonly key: string; readonly again: () => Promise<Answer> }[] =
    [];

  async function create(by: Person, path: string, question: Question): Promise<Answer> {
    const key = randomUUID();
    const repeatCall = () => insist(by, `POST ${path}`, { ...question, key });
    keyedCalls.push({ by, key, again: repeatCall });
    return repeatCall();
  }

  /** Repeats a step until the record has the status; undefined when the record is closed, or after a time limit. */
  async function advance(
    read: () => Promise<Answer>,
    reached: string,
    step?: (row: Row & Fields) => Promise<Answer>,
  ): Promise<Row | undefined> {
    const deadline = performance.now() + stepWithinMs;
    while (performance.now() < deadline) {
      const { status, body } = await read();
      const row = body.order ?? body.data;
      if (status === 200 && row !== undefined) {
        const state = stateOf(row);
        if (state.startsWith(reached)) return row;
        if (closedStates.test(state)) return undefined;
        if ((await step?.({ ...row }))?.status === 200) continue;
      }
      await pause(200);
    }
    return undefined;
  }

  const readOrder = (by: Person, id: string) => ask(by, `GET /api/checkout-orders/${id}`, { record: id });
  const setOrder = (id: string, version: number, body: Fields) =>
    ask(staff, `PUT /api/checkout-orders/admin/orders/${id}/status`, {
      record: id,
      body: { adminNotes: note, version, ...body },
    });
  const changeAsStaff = (path: string, record: string, body: Fields) =>
    ask(staff, `PUT ${path}`, { record, body });
  const readAsStaff = (path: string, record: string) => ask(staff, `GET ${path}`, { record });
  const byLink = (by: Person, link: string) => ask(by, `GET /api${link}`, { record: link });

  async function buy(customer: Person): Promise<string | undefined> {
    const { body } = await create(customer, '/api/checkout-orders/create', {
      body: {
        customerDetails: { ...sampleDelivery, email: customer.email },
        products,
        pricing: { total },
        paymentMethod: 'cash_on_delivery',
      },
    });
    return body.order?.id;
  }

  /** The id of a new request, by its link. */
  async function requestOf(by: Person, { body }: Answer): Promise<{ id: string; link: string } | undefined> {
    const { trackingLink: link } = body;
    if (link === undefined) return undefined;
    const { data } = (await insist(by, `GET /api${link}`, { record: link })).body;
    if (data === undefined) return undefined;
    idOfLink.set(link, data.id);
    return { id: data.id, link };
  }

  /** An order that is cancelled, changed by two members of staff concurrently, or not changed. */
  async function placeAnOrder(customer: Person): Promise<void> {
    const id = await buy(customer);
    if (id === undefined) return;
    const choice = random.below(3);
    if (choice === 0)
      await Promise.all([
        insist(customer, `POST /api/checkout-orders/${id}/cancel`, { record: id, body: {} }),
        readOrder(staff, id),
      ]);
    if (choice === 1) {
      const { order } = (await readOrder(staff, id)).body;
      if (order !== undefined)
        await Promise.all([
          setOrder(id, order.version, { orderStatus: 'confirmed' }),
          setOrder(id, order.version, { orderStatus: 'processing' }),
          readOrder(customer, id),
        ]);
    }
    await readOrder(customer, id);
  }

  /** An order that is delivered, returned in part and settled, unless the return is cancelled while staff accept it. */
  async function returnGoods(customer: Person): Promise<void> {
    const id = await buy(customer);
    if (id === undefined) return;
    const delivered = await advance(
      () => readOrder(staff, id),
      'delivered',
      ({ version }) => setOrder(id, version, { orderStatus: 'delivered', paymentStatus: 'paid' }),
    );
    if (delivered === undefined) return;
    const request = await requestOf(
      customer,
      await create(customer, '/api/returns', {
        body: {
          orderId: id,
          lines: [{ key: productId, quantity: 1 }],
          reason: 'faulty',
          refundTo: 'credit',
          photoIds: [],
        },
      }),
    );
    if (request === undefined) return;
    const { link } = request;
    const path = `/api/returns/${request.id}`;
    const read = () => readAsStaff(path, request.id);
    const set = (status: string) => (row: Row) =>
      changeAsStaff(`${path}/status`, request.id, { status, version: row.version, adminNotes: note });
    const isCancelled = random.chance(0.4);
    const accepted = await advance(read, 'accepted', async (row) => {
      const [answer] = await Promise.all([
        set('accepted')(row),
        isCancelled ? insist(customer, `POST /api${link}/cancel`, { record: link }) : byLink(customer, link),
      ]);
      return answer;
    });
    if (accepted === undefined || isCancelled) return;
    await advance(read, 'received', set('received'));
    await advance(read, 'settled', ({ version }) =>
      changeAsStaff(`${path}/inspection`, request.id, {
        version,
        adminNotes: note,
        lines: [{ key: productId, isRestocked: true }],
      }),
    );
    await Promise.all([byLink(customer, link), readOrder(customer, id)]);
  }

  /** A phone that is quoted, received, inspected and paid as credit. */
  async function tradeIn(customer: Person): Promise<void> {
    const imei = imeiOf(keyedCalls.length + 1);
    const form = {
      ...sampleSellRequest,
      fullName: customer.name,
      contactEmail: customer.email,
      imei,
      ...(random.chance(0.5) ? { phoneImage: photo } : {}),
    };
    const request = await requestOf(customer, await create(customer, '/api/sell-phone/request', { form }));
    if (request === undefined) return;
    const { id, link } = request;
    const read = () => readAsStaff(`/api/sell-phone/request/${id}`, id);
    await advance(read, 'quoted', ({ version }) =>
      changeAsStaff(`/api/sell-phone/request/${id}/quote`, id, { version, estimatedPrice: 100 }),
    );
    const accepted = await advance(
      () => byLink(customer, link),
      'accepted',
      ({ version, quote }) =>
        ask(customer, `POST /api${link}/accept`, {
          record: link,
          body: {
            version,
            payment: { to: 'credit' },
            amountInMinorUnits: (quote as { pays?: { credit: { amountInMinorUnits: number } } } | null)?.pays
              ?.credit.amountInMinorUnits,
          },
        }),
    );
    if (accepted === undefined) return;
    const received = await insist(staff, 'POST /api/admin/devices', {
      body: { sellRequestId: id, identifiers: [imei] },
    });
    const deviceId = received.body.data?.id;
    if (deviceId === undefined) return;
    const path = `/api/admin/devices/${deviceId}`;
    await advance(
      () => readAsStaff(path, deviceId),
      'inspected',
      ({ version }) =>
        changeAsStaff(`${path}/inspection`, deviceId, { version, checklist: sampleChecklist, note }),
    );
    await advance(() => byLink(customer, link), 'completed');
  }

  /** The records in the lists of all customers. */
  async function listed(): Promise<string[]> {
    const ids: string[] = [];
    for (const customer of customers) {
      for (let page = 1; ; page += 1) {
        const path = `/api/checkout-orders/user/orders?page=${page}&limit=50`;
        const { orders = [] } = (await insist(customer, `GET ${path}`)).body;
        ids.push(...orders.map(({ id }) => id));
        if (orders.length < 50) break;
      }
      const { data } = (await insist(customer, 'GET /api/request-links')).body;
      const requests = (data ?? []) as unknown as readonly Row[];
      if (requests.length >= maxOwnRequests)
        throw new Error(`${customer.name} has more requests than a list shows: give the rig more customers.`);
      ids.push(...requests.map(({ id }) => id));
    }
    return ids;
  }

  return {
    /** Runs a story that the seed chooses, for one of the customers. */
    begin: () => random.pick([placeAnOrder, placeAnOrder, returnGoods, tradeIn])(random.pick(customers)),
    /** The number of calls so far that create a record, including failed ones. */
    count: () => keyedCalls.length,
    /** Called when nothing is in progress: repeats every keyed call once and reads every record. */
    async look() {
      const acknowledged: AcknowledgedOrder[] = [];
      const unanswered: string[] = [];
      await forEach(keyedCalls, async ({ by, key, again: repeatCall }) => {
        const answer = await repeatCall();
        const { order } = answer.body;
        if (isOpen(answer)) unanswered.push(key);
        if (order === undefined) await requestOf(by, answer);
        else acknowledged.push({ orderId: order.id, userId: by.id, key });
      });
      const reads = new Map(
        client.history.flatMap(({ what, record, version }) =>
          what.startsWith('GET ') && version !== undefined ? [[what, record]] : [],
        ),
      );
      await forEach(reads, ([what, record]) => insist(staff, what, { record }));
      const calls = client.history.map((call) => ({
        ...call,
        record: call.record && (idOfLink.get(call.record) ?? call.record),
      }));
      return { calls, listed: await listed(), acknowledged, unanswered };
    },
  };
}

const concurrentReads = 6;

async function forEach<Row>(rows: Iterable<Row>, work: (row: Row) => Promise<unknown>): Promise<void> {
  const remaining = [...rows];
  const worker = async () => {
    for (let row = remaining.pop(); row !== undefined; row = remaining.pop()) await work(row);
  };
  await Promise.all(Array.from({ length: concurrentReads }, worker));
}

/** The limit of `GET /api/request-links`. */
const maxOwnRequests = 100;
