import { sentEventsKeptMs } from '@kinmel/service-kit';
import { personalFields, presentRequests, type Request, readEvents } from '../books.ts';
import type { Invariant } from '../invariant.ts';

const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0;

const seats: Invariant = {
  id: 'I-20',
  title: 'seats are those of repair bookings that stand',
  counted: 'repair bookings',
  async check(shop, { looked, offend }) {
    const bookings = await presentRequests(shop, 'repair_bookings');
    looked(bookings.length);
    for (const { _id, status, date, time, seat } of bookings) {
      const number = seat?.startsWith(`${date} ${time} `) ? seat.slice(`${date} ${time} `.length) : '';
      if (status === 'cancelled') {
        if (seat !== undefined) offend(`${_id} was cancelled and has the seat ${seat}`);
      } else if (!/^[1-9]\d*$/.test(number))
        offend(`${_id} of ${date} ${time} has ${seat === undefined ? 'no seat' : `the seat ${seat}`}`);
    }
    const taken = Map.groupBy(
      bookings.flatMap(({ seat }) => seat ?? []),
      (seat) => seat,
    );
    for (const [seat, { length }] of taken) if (length > 1) offend(`${seat} is taken ${length} times`);
  },
};

const prices: Invariant = {
  id: 'I-21',
  title: 'phone orders cost quantity times a price',
  counted: 'phone orders',
  async check(shop, { looked, offend }) {
    for (const { _id, quantity = 0, unitPriceInMinorUnits: price = null } of await presentRequests(
      shop,
      'phone_orders',
    )) {
      looked(1);
      if (!Number.isSafeInteger(quantity) || quantity < 1) offend(`${_id} is of ${quantity} pieces`);
      if (price !== null && !(isAmount(price) && Number.isSafeInteger(quantity * price)))
        offend(`${_id} costs ${quantity} times ${price}`);
    }
  },
};

/** Younger events are certainly in their outbox: an hour less than they are kept there. */
const eventsAreThereMs = sentEventsKeptMs - 60 * 60_000;

const histories: Invariant = {
  id: 'I-25',
  title: 'requests are what their history says, and were told',
  counted: 'requests',
  async check(shop, { looked, offend }) {
    const told = new Set(
      (await readEvents(shop)).map(
        ({ aggregateId, occurredAt }) => `${aggregateId} ${new Date(occurredAt).getTime()}`,
      ),
    );
    for (const { _id, status, history, updatedAt, forgottenAt, isCustomerGone } of await presentRequests(
      shop,
    )) {
      looked(1);
      let now: string | null = null;
      for (const { from, to } of history.filter(({ what }) => what === 'status')) {
        if (from !== now) offend(`${_id} went from ${from} to ${to} when it was ${now}`);
        now = to;
      }
      if (now !== status) offend(`${_id} is ${status}, its history says ${now}`);
      const isLate = shop.readAt.getTime() - updatedAt.getTime() > eventsAreThereMs;
      if (isLate || forgottenAt !== null || isCustomerGone) continue;
      if (!told.has(`${_id} ${updatedAt.getTime()}`))
        offend(`${_id} changed at ${updatedAt.toISOString()} and nobody was told`);
    }
  },
};

const dollars = (minorUnits: number) => (minorUnits / 100).toFixed(2);

const quotes: Invariant = {
  id: 'I-26',
  title: 'quotes are those of the history, a yes stands on its price',
  counted: 'sell requests',
  async check(shop, { looked, offend }) {
    for (const request of await presentRequests(shop, 'sell_requests')) {
      looked(1);
      const { _id, status, history } = request;
      const { quotedPriceInMinorUnits: price = null, quoteValidUntil: end = null } = request;
      if (price !== null && !isAmount(price)) offend(`${_id} has the price ${price}`);
      let quoted: string | null = null;
      let agreed: string | null = null;
      for (const { what, from, to } of history) {
        if (what === 'quote') {
          if (from !== quoted) offend(`${_id} was quoted ${to} after ${from}, which was ${quoted}`);
          quoted = to;
        } else if (what === 'status' && to === 'accepted') agreed = quoted;
      }
      const now = price === null ? null : dollars(price);
      if (now !== quoted) offend(`${_id} has the price ${now}, its history says ${quoted}`);
      if ((price === null) !== (end === null))
        offend(`${_id} has the price ${now} until ${end?.toISOString() ?? 'nothing'}`);
      if (/^(accepted|completed)$/.test(status) && agreed !== null && agreed !== now)
        offend(`${_id}: the yes was to ${agreed}, the price is ${now}`);
    }
  },
};

/** The statuses in which a request waits for the shop. */
const openStatuses: Readonly<Record<Request['kind'], readonly string[]>> = {
  sell_requests: ['pending', 'reviewed', 'accepted'],
  repair_bookings: ['pending', 'confirmed', 'in-repair'],
  phone_orders: ['pending', 'confirmed', 'processing', 'shipped'],
};

const promises: Invariant = {
  id: 'I-27',
  title: 'open requests have their promise, closed ones none',
  counted: 'requests',
  async check(shop, { looked, offend }) {
    for (const { _id, kind, status, promisedAt } of await presentRequests(shop)) {
      looked(1);
      const isOpen = openStatuses[kind].includes(status);
      if (isOpen !== (promisedAt !== null))
        offend(`${_id} is ${status} and has ${isOpen ? 'no promise' : 'a promise'}`);
    }
  },
};

const forgotten: Invariant = {
  id: 'I-28',
  title: 'nothing personal is left in a forgotten request',
  counted: 'forgotten requests',
  async check(shop, { looked, offend }) {
    for (const request of await presentRequests(shop)) {
      if (request.forgottenAt === null) continue;
      looked(1);
      const left = Object.entries(request)
        .filter(([name, value]) => personalFields.includes(name) && (value ?? '') !== '')
        .map(([name]) => name);
      if (request.history.some(({ note }) => note !== '')) left.push('history');
      if (left.length > 0) offend(`${request._id} was forgotten and has ${left.join(', ')}`);
    }
  },
};

export const requestInvariants = [seats, prices, histories, quotes, promises, forgotten];
