import {
  deviceLife,
  type Life,
  orderStatuses,
  returnLife,
  sellRequestStatuses,
  statusesOf,
} from '@kinmel/contracts';
import type { Shop } from '../shop/open-shop.ts';
import type { Random } from '../simulation/random.ts';
import {
  type Answer,
  type Asked,
  asha,
  ask,
  customers,
  type Person,
  part,
  promoCode,
  staff,
  textOf,
} from './people.ts';
import type { View } from './view.ts';

/** What a person is about to do: how a story tells it, and the calls. */
export interface Doing {
  readonly says: string;
  /** Ids that the record shares with its neighbours: its own, and those of account, order, phone and products. */
  readonly touches?: readonly string[];
  readonly work: (shop: Shop) => Promise<Answer>;
}

/** Records that steps are taken on. `shop`: none. */
export interface Subjects {
  readonly order: View['orders'][number];
  readonly 'sell request': View['sellRequests'][number];
  readonly return: View['returns'][number];
  readonly device: View['devices'][number];
  readonly payout: View['payouts'][number];
  readonly product: View['products'][number];
  readonly customer: Person;
}

export type SubjectKind = keyof Subjects;

export interface Step {
  readonly name: string;
  readonly on: SubjectKind;
  /** How often it is chosen when it is offered. */
  readonly weight: number;
  /** Whether it is a usual step now. Others are tried too, and refused. */
  readonly isOffered: (index: number, view: View) => boolean;
  readonly prepare: (index: number, view: View, random: Random) => Doing;
}

export const subjectsOf = (view: View): { readonly [Kind in SubjectKind]: readonly Subjects[Kind][] } => ({
  order: view.orders,
  'sell request': view.sellRequests,
  return: view.returns,
  device: view.devices,
  payout: view.payouts,
  product: view.products,
  customer: customers,
});

function step<Kind extends SubjectKind>(
  on: Kind,
  name: string,
  weight: number,
  isOffered: (subject: Subjects[Kind], view: View) => boolean,
  prepare: (
    subject: Subjects[Kind],
    context: {
      readonly view: View;
      readonly random: Random;
      readonly called: string;
      readonly admin: Person;
    },
  ) => Doing,
): Step {
  const subjectOf = (index: number, view: View): Subjects[Kind] => {
    const subject = subjectsOf(view)[on][index];
    if (subject === undefined) throw new Error(`There is no ${on} ${index + 1}.`);
    return subject;
  };
  return {
    name,
    on,
    weight,
    isOffered: (index, view) => isOffered(subjectOf(index, view), view),
    prepare(index, view, random) {
      const subject = subjectOf(index, view);
      const called = on === 'customer' ? (subject as Person).name : `${on} ${index + 1}`;
      const admin = random.pick(staff);
      return { ...prepare(subject, { view, random, called, admin }), touches: idsIn(subject) };
    },
  };
}

/** Every id in a record. */
function idsIn(record: unknown): string[] {
  const found = JSON.stringify(record).match(/\b[0-9a-f]{24}\b/g) ?? [];
  return [...new Set(found)];
}

const doing = (says: string, by: Person | undefined, asked: Asked): Doing => ({
  says,
  work: (shop) => ask(shop, by, asked),
});

const ownerOf = ({ userId }: { readonly userId: string | null }): Person =>
  customers.find(({ id }) => id === userId) ?? asha;

const delivery = (by: Person) => ({
  name: by.name,
  email: `${by.name.toLowerCase()}@example.com`,
  phone: '9801234567',
  address: 'Thamel 12',
  city: 'Kathmandu',
  zipCode: '44600',
});

const nextOrderStatus: Readonly<Record<string, string>> = {
  pending: 'processing',
  confirmed: 'processing',
  processing: 'shipped',
  shipped: 'delivered',
};

const setOrder = (
  { _id, version, orderStatus }: Subjects['order'],
  admin: Person,
  says: string,
  body: object,
): Doing =>
  doing(`${admin.name} ${says}.`, admin, {
    service: 'order',
    method: 'PUT',
    path: `/api/checkout-orders/admin/orders/${_id}/status`,
    body: { orderStatus, adminNotes: 'As agreed by phone.', version, ...body },
  });

/** Calls by the link of a request, as its page shows it to the customer. */
const byLink = (
  request: { readonly _id: string; readonly userId: string | null },
  says: string,
  verb: string,
  bodyOf: (page: unknown) => object = () => ({}),
): Doing => {
  const by = ownerOf(request);
  return {
    says: `${by.name} ${says}.`,
    async work(shop) {
      const list = await ask(shop, by, {
        service: 'service-request',
        method: 'GET',
        path: '/api/request-links',
      });
      const pages = part(list?.body, 'data');
      const reference = request._id.slice(-6).toUpperCase();
      const page = Array.isArray(pages)
        ? (pages as unknown[]).find((one) => textOf(one, 'reference').toUpperCase() === reference)
        : undefined;
      if (page === undefined) return { status: 404, body: { message: 'The page does not show it.' } };
      const token = textOf(page, 'trackingLink').split('/').at(-1) ?? '';
      const opened = await ask(shop, by, {
        service: 'service-request',
        method: 'GET',
        path: `/api/request-links/${token}`,
      });
      return ask(shop, by, {
        service: 'service-request',
        method: 'POST',
        path: `/api/request-links/${token}/${verb}`,
        body: bodyOf(part(opened?.body, 'data')),
      });
    },
  };
};
const seen = (page: unknown) => ({ version: part(page, 'version') });

async function payOnPage(shop: Shop, by: Person, orderId: string, choice: string): Promise<Answer> {
  const opened = await ask(shop, by, {
    service: 'order',
    method: 'POST',
    path: '/api/payment/checkout-session',
    body: { orderId },
  });
  if (opened === undefined || opened.status >= 400) return opened;
  const sessionId = textOf(opened.body, 'sessionId');
  const form = part(opened.body, 'form');
  const atPage = async (path: string, fields: Readonly<Record<string, string>>) => {
    await shop.simulation.waitForTurn('a page of the provider');
    return shop.atProvider({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(new URLSearchParams(fields).toString()),
    });
  };
  const pathOf = (address: string) => {
    const { pathname, search } = new URL(address, 'http://sandbox.explorer');
    return `${pathname}${search}`;
  };
  let page = pathOf(textOf(opened.body, 'url'));
  if (typeof form === 'object' && form !== null) {
    const posted = await atPage(page, form as Readonly<Record<string, string>>);
    page = pathOf(posted?.headers['location'] ?? '/');
  }
  const isCard = sessionId.startsWith('cs_');
  const paid = await atPage(page, isCard ? { card: choice === 'pay' ? 'success' : choice } : { choice });
  const back = new URL(paid?.headers['location'] ?? '/', 'http://sandbox.explorer').search.slice(1);
  const query = isCard || back === '' ? `sessionId=${sessionId}` : `returned=${encodeURIComponent(back)}`;
  return ask(shop, by, { service: 'order', method: 'GET', path: `/api/payment/checkout-session?${query}` });
}

const placeOrder = (by: Person, { view, random }: { view: View; random: Random }): Doing => {
  const sellable = view.products.filter(
    ({ stock, deletedAt, hasDevices }) => stock > 0 && !deletedAt && hasDevices !== true,
  );
  const devices = sellable.filter(({ device }) => device !== undefined);
  const known = sellable.length > 0 ? sellable : view.products;
  const product = random.pick(devices.length > 0 && random.chance(0.7) ? devices : known);
  const quantity = product.device ? 1 : 1 + random.below(2);
  const method = random.pick(['cash_on_delivery', 'card', 'khalti', 'esewa']);
  const balance = view.balances.get(by.id) ?? 0;
  const usesCredit = balance > 0 && random.chance(0.5);
  const key = `order-${random.below(1_000_000_000)}`;
  const cart = {
    products: [{ productId: product._id, quantity }],
    ...(random.chance(0.25) ? { promoCode } : {}),
  };
  return {
    says: `${by.name} orders ${quantity} of ${product.name}, paid by ${method}${usesCredit ? ' and credit' : ''}${'promoCode' in cart ? ', with the promo code' : ''}.`,
    async work(shop) {
      const quote = await ask(shop, by, {
        service: 'order',
        method: 'POST',
        path: '/api/checkout-orders/quote',
        body: cart,
      });
      const total = Number(part(quote?.body, 'data', 'pricing', 'total'));
      if (!(total > 0)) return quote;
      const credit = Math.min(balance, Math.round(total * 100));
      return ask(shop, by, {
        service: 'order',
        method: 'POST',
        path: '/api/checkout-orders/create',
        key,
        body: {
          customerDetails: delivery(by),
          ...cart,
          pricing: { total },
          paymentMethod: usesCredit && credit === Math.round(total * 100) ? 'credit' : method,
          ...(usesCredit ? { credit: { amountInMinorUnits: credit, currency: 'NPR' } } : {}),
        },
      });
    },
  };
};

const orderSteps: readonly Step[] = [
  step('customer', 'place order', 6, (_, { orders }) => orders.length < 4, placeOrder),
  step(
    'order',
    'pay',
    8,
    ({ paymentMethod, paymentStatus, orderStatus }) =>
      ['card', 'khalti', 'esewa'].includes(paymentMethod) &&
      paymentStatus === 'pending' &&
      orderStatus !== 'cancelled',
    (order, { random, called }) => {
      const by = ownerOf(order);
      const choice = random.chance(0.8) ? 'pay' : random.pick(['wait', 'cancel', 'halt']);
      return {
        says: `${by.name} opens the payment page of ${called} and chooses "${choice}".`,
        work: (shop) => payOnPage(shop, by, order._id, choice),
      };
    },
  ),
  step(
    'order',
    'next status',
    10,
    ({ orderStatus }) => orderStatus in nextOrderStatus,
    (order, { called, admin }) => {
      const to = nextOrderStatus[order.orderStatus] ?? 'delivered';
      return setOrder(order, admin, `sets ${called} to ${to}`, { orderStatus: to });
    },
  ),
  step(
    'order',
    'any status',
    2,
    ({ orderStatus }) => orderStatus !== 'cancelled',
    (order, { random, called, admin }) => {
      const to = random.pick(orderStatuses);
      return setOrder(order, admin, `sets ${called} to ${to}`, { orderStatus: to });
    },
  ),
  step(
    'order',
    'cancel by staff',
    3,
    ({ orderStatus }) => orderStatus !== 'cancelled',
    (order, { called, admin }) => setOrder(order, admin, `cancels ${called}`, { orderStatus: 'cancelled' }),
  ),
  step(
    'order',
    'cancel by customer',
    2,
    ({ orderStatus }) => orderStatus === 'pending',
    (order, { called }) => {
      const by = ownerOf(order);
      const path = `/api/checkout-orders/${order._id}/cancel`;
      return doing(`${by.name} cancels ${called}.`, by, { service: 'order', method: 'POST', path, body: {} });
    },
  ),
  step(
    'order',
    'mark paid',
    3,
    ({ paymentStatus }) => paymentStatus === 'pending',
    (order, { called, admin }) =>
      setOrder(order, admin, `marks ${called} as paid`, { paymentStatus: 'paid' }),
  ),
  step(
    'order',
    'mark payment',
    1,
    () => true,
    (order, { random, called, admin }) => {
      const paymentStatus = random.pick(['pending', 'paid', 'failed', 'refunded']);
      return setOrder(order, admin, `marks the payment of ${called} as ${paymentStatus}`, { paymentStatus });
    },
  ),
  step(
    'order',
    'refund',
    2,
    ({ paymentStatus }) => paymentStatus === 'paid',
    (order, { called, admin }) =>
      doing(`${admin.name} refunds ${called}.`, admin, {
        service: 'order',
        method: 'POST',
        path: `/api/checkout-orders/admin/orders/${order._id}/refund`,
        body: { note: 'As agreed by phone.' },
      }),
  ),
  step(
    'order',
    'refund a return again',
    4,
    ({ returns = [] }) => returns.some(({ state }) => state !== 'done'),
    (order, { random, called, admin }) => {
      const ids = order.returns?.map(({ id }) => id) ?? [];
      const id = ids.length > 0 ? random.pick(ids) : order._id;
      const isByHand = random.chance(0.3);
      return doing(`${admin.name} refunds a return of ${called}${isByHand ? ' by hand' : ' again'}.`, admin, {
        service: 'order',
        method: 'POST',
        path: `/api/checkout-orders/admin/orders/${order._id}/returns/${id}/refund`,
        body: { isByHand, note: 'As agreed by phone.' },
      });
    },
  ),
  step(
    'order',
    'refund at the provider',
    1,
    ({ card, refund, returns = [] }) =>
      /^(khalti|esewa)_/.test(card?.paymentId ?? '') &&
      [refund, ...returns].some((one) => one && one.state !== 'done'),
    (order, { called, admin }) => ({
      says: `${admin.name} gives the payment of ${called} back in the portal of the provider.`,
      async work(shop) {
        const id = order.card?.paymentId ?? '';
        const wallet = id.split('_')[0] ?? '';
        if (wallet !== 'khalti' && wallet !== 'esewa')
          return { status: 404, body: { message: 'Not in a portal.' } };
        const pidx = id.startsWith('khalti') ? (id.split('_')[2] ?? '') : id.slice('esewa_'.length);
        const answer = await shop.atProvider({
          method: 'POST',
          path: `/${wallet}/?pidx=${pidx}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: Buffer.from('choice=refund'),
        });
        return answer && { status: answer.status, body: {} };
      },
    }),
  ),
];

/** One step for each pair of statuses that a declaration lets staff take; the first ones are the usual way. */
function declaredSteps<Kind extends 'return' | 'sell request'>(
  on: Kind,
  life: Life,
  weight: number,
  send: (subject: Subjects[Kind], admin: Person, says: string, body: object) => Doing,
): Step[] {
  const taken = life.steps.filter(({ by, endpoint }) => by.includes('staff') && endpoint === undefined);
  const pairs = taken.flatMap(({ from, to, needsNote }) => from.map((one) => ({ one, to, needsNote })));
  return pairs.map(({ one, to, needsNote }) =>
    step(
      on,
      `${one} to ${to}`,
      needsNote && to !== 'sent-back' ? 1 : weight,
      ({ status }) => status === one,
      (subject, { called, admin }) =>
        send(subject, admin, `sets ${called} to ${to}`, {
          status: to,
          ...(to === 'sent-back' && { adminNotes: 'Parcel NP-1' }),
        }),
    ),
  );
}

const returnStep = (request: Subjects['return'], admin: Person, says: string, body: object): Doing =>
  doing(`${admin.name} ${says}.`, admin, {
    service: 'service-request',
    method: 'PUT',
    path: `/api/returns/${request._id}/status`,
    body: { adminNotes: 'As agreed by phone.', version: request.version, ...body },
  });

const inspectReturn = (
  request: Subjects['return'],
  admin: Person,
  says: string,
  isRestocked: boolean,
  body: object,
) =>
  doing(`${admin.name} ${says}.`, admin, {
    service: 'service-request',
    method: 'PUT',
    path: `/api/returns/${request._id}/inspection`,
    body: {
      adminNotes: 'Seen on the table.',
      version: request.version,
      lines: (request.lines ?? []).map(({ key }) => ({ key, isRestocked })),
      ...body,
    },
  });

const returnSteps: readonly Step[] = [
  step(
    'order',
    'open return',
    10,
    ({ orderStatus }) => orderStatus === 'delivered',
    (order, { random, called }) => {
      const by = ownerOf(order);
      const refundTo = random.pick(['payment', 'credit']);
      const lines = order.lines.map(({ productId, quantity }) => ({
        key: productId,
        quantity: 1 + random.below(quantity),
      }));
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      return doing(`${by.name} asks to return ${pieces} of ${called} as ${refundTo}.`, by, {
        service: 'service-request',
        method: 'POST',
        path: '/api/returns',
        key: `return-${random.below(1_000_000_000)}`,
        body: { orderId: order._id, lines, reason: 'faulty', refundTo },
      });
    },
  ),
  ...declaredSteps('return', returnLife, 6, returnStep),
  step(
    'return',
    'inspect return',
    8,
    ({ status }) => status === 'received',
    (one, { random, called, admin }) =>
      inspectReturn(one, admin, `settles ${called} as described`, random.chance(0.8), {}),
  ),
  step(
    'return',
    'offer lower refund',
    3,
    ({ status }) => status === 'received',
    (one, { called, admin }) => {
      const amountInMinorUnits = Math.floor((one.refund?.amountInMinorUnits ?? 2) / 2);
      const offeredRefund = { amountInMinorUnits, currency: 'NPR' };
      return inspectReturn(one, admin, `offers half the refund of ${called}`, true, { offeredRefund });
    },
  ),
  step(
    'return',
    'accept lower refund',
    4,
    ({ status }) => status === 'offered',
    (one, { called }) => byLink(one, `accepts the lower refund of ${called}`, 'accept', seen),
  ),
  step(
    'return',
    'decline lower refund',
    4,
    ({ status }) => status === 'offered',
    (one, { called }) => byLink(one, `declines the lower refund of ${called}`, 'decline', seen),
  ),
  step(
    'return',
    'cancel return',
    1,
    ({ status }) => status === 'pending' || status === 'accepted',
    (one, { called }) => byLink(one, `cancels ${called}`, 'cancel'),
  ),
];

/** Of the IMEI of the phone that a sell request offers: the first two requests are of one phone. */
const imeis = ['356938035643809', '490154203237518', '351111111111118'] as const;

const sellStatus = (request: Subjects['sell request'], admin: Person, says: string, body: object): Doing =>
  doing(`${admin.name} ${says}.`, admin, {
    service: 'service-request',
    method: 'PUT',
    path: `/api/sell-phone/request/${request._id}/status`,
    body: { adminNotes: 'As agreed by phone.', version: request.version, ...body },
  });

const sellSteps: readonly Step[] = [
  step(
    'customer',
    'offer a phone',
    4,
    (_, { sellRequests }) => sellRequests.length < 3,
    (by, { random }) => {
      const imei = random.chance(0.1) ? imeis[2] : random.pick([imeis[0], imeis[1]]);
      return doing(`${by.name} offers the phone with the IMEI ${imei}.`, by, {
        service: 'service-request',
        method: 'POST',
        path: '/api/sell-phone/request',
        key: `sell-${random.below(1_000_000_000)}`,
        form: {
          fullName: by.name,
          brand: 'apple',
          model: 'iPhone 13',
          condition: 'good',
          storage: '128',
          color: 'black',
          expectedPrice: '320.50',
          hasCharger: 'true',
          contactEmail: `${by.name.toLowerCase()}@example.com`,
          contactPhone: '+977 980-123-4567',
          description: '',
          imei,
        },
      });
    },
  ),
  step(
    'sell request',
    'quote',
    9,
    ({ status, deletedAt }) => ['pending', 'reviewed'].includes(status) && !deletedAt,
    (one, { random, called, admin }) => quoteStep(one, admin, called, random),
  ),
  step(
    'sell request',
    'quote anew',
    2,
    ({ status, deletedAt }) => ['quoted', 'accepted', 'rejected'].includes(status) && !deletedAt,
    (one, { random, called, admin }) => quoteStep(one, admin, called, random),
  ),
  step(
    'sell request',
    'accept quote',
    9,
    ({ status }) => status === 'quoted',
    (one, { random, called }) => {
      const payment = random.chance(0.5)
        ? { to: 'credit' }
        : random.chance(0.5)
          ? { to: 'payout', method: 'cash' }
          : { to: 'payout', method: 'bank', account: '0011223344' };
      return byLink(one, `accepts the quote of ${called} as ${payment.to}`, 'accept', (page) => ({
        ...seen(page),
        payment,
      }));
    },
  ),
  step(
    'sell request',
    'decline quote',
    2,
    ({ status }) => status === 'quoted',
    (one, { called }) => byLink(one, `declines the quote of ${called}`, 'decline', seen),
  ),
  step(
    'sell request',
    'complete',
    2,
    ({ status }) => status === 'accepted',
    (one, { called, admin }) =>
      sellStatus(one, admin, `sets ${called} to completed`, { status: 'completed' }),
  ),
  step(
    'sell request',
    'reject',
    1,
    ({ status }) => status !== 'completed',
    (one, { called, admin }) => sellStatus(one, admin, `rejects ${called}`, { status: 'rejected' }),
  ),
  step(
    'sell request',
    'any status of a sell request',
    1,
    () => true,
    (one, { random, called, admin }) => {
      const status = random.pick(sellRequestStatuses);
      return sellStatus(one, admin, `sets ${called} to ${status}`, { status });
    },
  ),
  step(
    'sell request',
    'delete request',
    1,
    ({ deletedAt }) => !deletedAt,
    (one, { called, admin }) =>
      doing(`${admin.name} deletes ${called}.`, admin, {
        service: 'service-request',
        method: 'DELETE',
        path: `/api/sell-phone/request/${one._id}?version=${one.version}`,
      }),
  ),
  step(
    'sell request',
    'receive phone',
    9,
    ({ status, deviceId }) => status === 'accepted' && !deviceId,
    (one, { called, admin }) =>
      doing(`${admin.name} receives the phone of ${called}.`, admin, {
        service: 'device',
        method: 'POST',
        path: '/api/admin/devices',
        body: { sellRequestId: one._id },
      }),
  ),
];

function quoteStep(one: Subjects['sell request'], admin: Person, called: string, random: Random): Doing {
  const estimatedPrice = random.pick([300, 300, 350, 900]);
  return doing(`${admin.name} quotes $${estimatedPrice} for ${called}.`, admin, {
    service: 'service-request',
    method: 'PUT',
    path: `/api/sell-phone/request/${one._id}/quote`,
    body: { estimatedPrice, adminNotes: 'As agreed by phone.', version: one.version },
  });
}

const checklist = {
  screen: 'light',
  body: 'light',
  batteryHealthPercent: 91,
  doButtonsWork: true,
  doCamerasWork: true,
  doesNetworkWork: true,
};

const inspectDevice = (
  { _id, version }: Subjects['device'],
  admin: Person,
  says: string,
  body: object,
): Doing =>
  doing(`${admin.name} ${says}.`, admin, {
    service: 'device',
    method: 'PUT',
    path: `/api/admin/devices/${_id}/inspection`,
    body: { version, checklist, note: 'Seen on the table.', ...body },
  });

const moveDevice = (
  { _id, version }: Subjects['device'],
  admin: Person,
  says: string,
  place: string,
): Doing =>
  doing(`${admin.name} ${says}.`, admin, {
    service: 'device',
    method: 'PUT',
    path: `/api/admin/devices/${_id}/place`,
    body: { version, place, note: 'As agreed by phone.' },
  });

const places = statusesOf(deviceLife);

const deviceSteps: readonly Step[] = [
  step(
    'device',
    'inspect',
    8,
    ({ place }) => ['received', 'workshop', 'returned'].includes(place),
    (one, { called, admin }) =>
      inspectDevice(one, admin, `inspects ${called}: as described`, {
        isListedConfirmed: called.endsWith('1'),
      }),
  ),
  step(
    'device',
    'inspect lower',
    4,
    ({ place }) => place === 'received',
    (one, { called, admin }) =>
      inspectDevice(one, admin, `inspects ${called} and quotes half`, {
        lowerQuoteInMinorUnits: Math.floor((one.quoteInMinorUnits ?? 2) / 2),
      }),
  ),
  step(
    'device',
    'send phone back',
    5,
    ({ place, purchase }) => purchase === 'declined' && place !== 'customer',
    (one, { called, admin }) => moveDevice(one, admin, `sends ${called} back`, 'customer'),
  ),
  step(
    'device',
    'put on sale',
    9,
    ({ place, purchase }) => place === 'inspected' && purchase === 'agreed',
    (one, { view, called, admin }) => {
      const parents = view.products.filter(
        ({ device, name }) => device === undefined && name.startsWith('Pre-loved'),
      );
      return doing(`${admin.name} puts ${called} on sale.`, admin, {
        service: 'device',
        method: 'PUT',
        path: `/api/admin/devices/${one._id}/sale`,
        body: {
          version: one.version,
          productId: parents[0]?._id ?? one._id,
          price: { amountInMinorUnits: 4_000_000, currency: 'NPR' },
        },
      });
    },
  ),
  step(
    'device',
    'take off sale',
    2,
    ({ place }) => place === 'for-sale',
    (one, { called, admin }) => moveDevice(one, admin, `takes ${called} off sale`, 'inspected'),
  ),
  step(
    'device',
    'to the workshop',
    1,
    ({ place }) => place === 'inspected',
    (one, { called, admin }) => moveDevice(one, admin, `brings ${called} to the workshop`, 'workshop'),
  ),
  step(
    'device',
    'bring back',
    6,
    ({ place }) => place === 'awaited',
    (one, { called, admin }) => moveDevice(one, admin, `has ${called} back from its buyer`, 'returned'),
  ),
  step(
    'device',
    'leave with buyer',
    1,
    ({ place }) => place === 'awaited',
    (one, { called, admin }) => moveDevice(one, admin, `leaves ${called} with its buyer`, 'customer'),
  ),
  step(
    'device',
    'correct number',
    1,
    ({ place }) => place !== 'recycled',
    (one, { random, called, admin }) => {
      const value = random.pick(imeis);
      return doing(`${admin.name} corrects the number of ${called} to ${value}.`, admin, {
        service: 'device',
        method: 'PUT',
        path: `/api/admin/devices/${one._id}/identifiers`,
        body: { version: one.version, identifiers: [value], note: 'A digit was wrong.' },
      });
    },
  ),
  step(
    'device',
    'any place',
    1,
    () => true,
    (one, { random, called, admin }) => {
      const place = random.pick(places);
      return moveDevice(one, admin, `moves ${called} to ${place}`, place);
    },
  ),
];

const payoutSteps: readonly Step[] = [
  step(
    'payout',
    'approve payout',
    6,
    ({ status, needsApproval }) => status === 'due' && needsApproval,
    (one, { called, admin }) =>
      doing(`${admin.name} approves ${called}.`, admin, {
        service: 'order',
        method: 'POST',
        path: `/api/admin/payouts/${one._id}/approval`,
        body: { version: one.version },
      }),
  ),
  step(
    'payout',
    'pay payout',
    6,
    ({ status }) => status === 'due' || status === 'approved',
    (one, { called, admin }) =>
      doing(`${admin.name} pays ${called}.`, admin, {
        service: 'order',
        method: 'POST',
        path: `/api/admin/payouts/${one._id}/payment`,
        body: { version: one.version, paymentReference: 'TR-1', password: 'Only one of us 1' },
      }),
  ),
];

const stopSteps: readonly Step[] = [
  step(
    'payout',
    'stop payout',
    1,
    ({ status }) => status === 'due' || status === 'approved',
    (one, { called, admin }) =>
      doing(`${admin.name} stops ${called}.`, admin, {
        service: 'order',
        method: 'POST',
        path: `/api/admin/payouts/${one._id}/stop`,
        body: { version: one.version, reason: 'The account is wrong.' },
      }),
  ),
  step(
    'payout',
    'resume payout',
    4,
    ({ status }) => status === 'stopped',
    (one, { called, admin }) =>
      doing(`${admin.name} takes ${called} up again.`, admin, {
        service: 'order',
        method: 'POST',
        path: `/api/admin/payouts/${one._id}/resumption`,
        body: { version: one.version },
      }),
  ),
];

const creditStep = (
  by: Person,
  admin: Person,
  random: Random,
  cause: 'goodwill' | 'corrections',
  amount: number,
) =>
  doing(`${admin.name} gives ${by.name} ${amount / 100} rupees (${cause}).`, admin, {
    service: 'order',
    method: 'POST',
    path: `/api/admin/credit/${by.id}/${cause}`,
    key: `${cause}-${random.below(1_000_000_000)}`,
    body: { amount: { amountInMinorUnits: amount, currency: 'NPR' }, reason: 'For the long wait.' },
  });

const hasOrder = ({ id }: Person, { orders }: View) => orders.some(({ userId }) => userId === id);

const customerSteps: readonly Step[] = [
  step('customer', 'goodwill', 1, hasOrder, (by, { random, admin }) =>
    creditStep(by, admin, random, 'goodwill', 50_000),
  ),
  step('customer', 'correct credit', 1, hasOrder, (by, { random, admin }) =>
    creditStep(
      by,
      admin,
      random,
      'corrections',
      random.pick([100_000, 100_000, -20_000, -2_000_000, 15_000_000]),
    ),
  ),
  step(
    'customer',
    'delete account',
    1,
    () => true,
    ({ id, name }) => ({
      says: `${name} deletes the account.`,
      async work(shop) {
        await shop.deleteAccount(id);
        return { status: 200, body: {} };
      },
    }),
  ),
];

const productSteps: readonly Step[] = [
  step(
    'product',
    'edit product',
    1,
    ({ device, hasDevices, deletedAt }) => !deletedAt && (device !== undefined || hasDevices === true),
    (one, { random, view, admin }) => {
      const stock = random.pick([0, 2]);
      const known = view.products.indexOf(one) + 1;
      return doing(`${admin.name} sets the stock of product ${known} (${one.name}) to ${stock}.`, admin, {
        service: 'catalog',
        method: 'PUT',
        path: `/api/products/${one._id}`,
        body: { stock },
      });
    },
  ),
  step(
    'product',
    'delete product',
    1,
    ({ device, hasDevices, deletedAt }) => !deletedAt && (device !== undefined || hasDevices === true),
    (one, { view, admin }) => {
      const known = view.products.indexOf(one) + 1;
      return doing(`${admin.name} deletes product ${known} (${one.name}).`, admin, {
        service: 'catalog',
        method: 'DELETE',
        path: `/api/products/${one._id}`,
      });
    },
  ),
];

/** Every step that a person can take. */
export const steps: readonly Step[] = [
  ...orderSteps,
  ...returnSteps,
  ...sellSteps,
  ...deviceSteps,
  ...payoutSteps,
  ...stopSteps,
  ...customerSteps,
  ...productSteps,
];
