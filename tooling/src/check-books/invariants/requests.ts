import {
  phoneOrderLife,
  repairBookingLife,
  returnLife,
  sellRequestLife,
  statusesIn,
} from '@kinmel/contracts';
import { sentEventsKeptMs } from '@kinmel/service-kit';
import type { Request } from '../books.ts';
import type { Invariant } from '../report.ts';
import { invariantsOf } from './about.ts';

/** Sent events younger than this still exist. An hour less than their retention, because expired ones may already be deleted. */
const eventsExistMs = sentEventsKeptMs - 60 * 60_000;

const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const dollars = (minorUnits: number) => (minorUnits / 100).toFixed(2);

/** The statuses in which a request waits for staff. */
const openStatuses: Readonly<Record<Request['kind'], readonly string[]>> = {
  sell_requests: statusesIn(sellRequestLife, 'open'),
  repair_bookings: statusesIn(repairBookingLife, 'open'),
  phone_orders: statusesIn(phoneOrderLife, 'open'),
  returns: statusesIn(returnLife, 'open'),
};

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const personalFields =
  'email phone userId adminNotes description photoId address message imeiLastFour numberParts'.split(' ');

/** The requests that are not deleted, of all kinds or of one. */
const requestsOf = (kind?: Request['kind']) =>
  invariantsOf(kind?.replace('_', ' ') ?? 'requests', ({ requests }) =>
    requests.filter((request) => request.deletedAt === null && (kind ?? request.kind) === request.kind),
  );
const requests = requestsOf();

export const requestInvariants: readonly Invariant[] = [
  requestsOf('repair_bookings').each(
    'I-20',
    'repair bookings that are not cancelled have one seat each',
    function* ({ _id, status, date, time, seat }, { seats }) {
      if (status === 'cancelled') {
        if (seat !== undefined) yield `${_id} was cancelled and has the seat ${seat}`;
        return;
      }
      const [day, hour, number = ''] = seat?.split(' ') ?? [];
      if (day !== date || hour !== time || !/^[1-9]\d*$/.test(number))
        yield `${_id} at ${date} ${time} has ${seat === undefined ? 'no seat' : `the seat ${seat}`}`;
      const bookingCount = seats.get(seat)?.length ?? 0;
      if (bookingCount > 1) yield `${seat} is taken ${bookingCount} times`;
    },
  ),
  requestsOf('phone_orders').each(
    'I-21',
    'phone orders have a whole quantity and price',
    function* ({ _id, quantity = 0, unitPriceInMinorUnits: price = null }) {
      if (!Number.isSafeInteger(quantity) || quantity < 1) yield `${_id} has ${quantity} pieces`;
      if (price !== null && !(isAmount(price) && Number.isSafeInteger(quantity * price)))
        yield `${_id} costs ${quantity} times ${price}`;
    },
  ),
  requests.each(
    'I-25',
    'requests match their history, and their changes were published',
    function* ({ _id, status, history, updatedAt, forgottenAt, isCustomerDeleted }, { published, readAt }) {
      let currentStatus: string | null = null;
      for (const { from, to } of history.filter(({ what }) => what === 'status')) {
        if (from !== currentStatus) yield `${_id} went from ${from} to ${to} when it was ${currentStatus}`;
        currentStatus = to;
      }
      if (currentStatus !== status) yield `${_id} is ${status}, its history says ${currentStatus}`;
      const isOld = readAt.getTime() - updatedAt.getTime() > eventsExistMs;
      if (isOld || forgottenAt !== null || isCustomerDeleted) return;
      if (!published.has(`${_id} ${updatedAt.getTime()}`))
        yield `${_id} changed at ${updatedAt.toISOString()} without an event`;
    },
  ),
  requestsOf('sell_requests').each(
    'I-26',
    'quotes match the history, an acceptance is for the current price',
    function* ({ _id, status, history, quotedPriceInMinorUnits, quoteValidUntil }) {
      const [price, end] = [quotedPriceInMinorUnits ?? null, quoteValidUntil ?? null];
      if (price !== null && !isAmount(price)) yield `${_id} has the price ${price}`;
      let quoted: string | null = null;
      let accepted: string | null = null;
      for (const { what, from, to } of history) {
        if (what === 'quote') {
          if (from !== quoted) yield `${_id} was quoted ${to} after ${from}, which was ${quoted}`;
          quoted = to;
          // Completing a request accepts the new quote of an inspected phone, even if it was declined before.
        } else if (what === 'status' && (to === 'accepted' || (from !== 'accepted' && to === 'completed')))
          accepted = quoted;
      }
      const currentPrice = price === null ? null : dollars(price);
      if (currentPrice !== quoted) yield `${_id} has the price ${currentPrice}, its history says ${quoted}`;
      if ((price === null) !== (end === null))
        yield `${_id} has the price ${currentPrice} until ${end?.toISOString() ?? 'no date'}`;
      if (/^(accepted|completed)$/.test(status) && accepted !== null && accepted !== currentPrice)
        yield `${_id}: ${accepted} was accepted, the price is ${currentPrice}`;
    },
  ),
  requests.each(
    'I-27',
    'open requests have a promised time, closed ones none',
    function* ({ _id, kind, status, promisedAt }) {
      const isOpen = openStatuses[kind].includes(status);
      if (isOpen !== (promisedAt !== null))
        yield `${_id} is ${status} and has ${isOpen ? 'no promised time' : 'a promised time'}`;
    },
  ),
  requests.each('I-28', 'no personal data is left in a forgotten request', function* (request) {
    if (request.forgottenAt === null) return;
    const remainingFields = Object.entries(request)
      .filter(([name, value]) => personalFields.includes(name) && !isEmpty(value))
      .map(([name]) => name);
    if (request.history.some(({ note }) => note !== '')) remainingFields.push('history');
    if (remainingFields.length > 0)
      yield `${request._id} was forgotten and has ${remainingFields.join(', ')}`;
  }),
];
