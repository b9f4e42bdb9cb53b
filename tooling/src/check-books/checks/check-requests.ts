import { sentEventsKeptMs } from '@kinmel/service-kit';
import type {
  BookedPhoneOrder,
  BookedRepair,
  BookedRequest,
  BookedSellRequest,
  SharedSeat,
} from '../books.ts';
import type { Tally } from '../findings.ts';

/** I-20: what stands has a seat of its own half hour, and what was cancelled has none. */
export function checkRepairs(bookings: readonly BookedRepair[], tally: Tally): void {
  tally.looked('I-20', bookings.length);
  for (const { id, status, date, time, seat } of bookings) {
    if (status === 'cancelled') {
      if (seat !== undefined) tally.offend('I-20', `${id} was cancelled and has the seat ${seat}`);
      continue;
    }
    const number = seat?.startsWith(`${date} ${time} `) ? seat.slice(`${date} ${time} `.length) : '';
    if (!/^[1-9]\d*$/.test(number))
      tally.offend(
        'I-20',
        `${id} of ${date} ${time} has ${seat === undefined ? 'no seat' : `the seat ${seat}`}`,
      );
  }
}

/** I-20: no seat is taken twice. */
export function checkSharedSeats(shared: readonly SharedSeat[], tally: Tally): void {
  for (const { seat, times } of shared) tally.offend('I-20', `${seat} is taken ${times} times`);
}

/** I-21: a total is quantity times a whole price; where the shop knew no price there is none. */
export function checkPhoneOrders(orders: readonly BookedPhoneOrder[], tally: Tally): void {
  tally.looked('I-21', orders.length);
  for (const { id, quantity, unitPriceInMinorUnits: price } of orders) {
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      tally.offend('I-21', `${id} is of ${quantity} pieces`);
    if (price === null) continue;
    if (!Number.isSafeInteger(price) || price < 0 || !Number.isSafeInteger(quantity * price))
      tally.offend('I-21', `${id} costs ${quantity} times ${price}`);
  }
}

/** Younger events are certainly in their outbox: an hour less than they are kept there. */
const eventsAreThereMs = sentEventsKeptMs - 60 * 60_000;

/** The statuses in which a request waits for the shop, by kind (G13). */
const openStatuses = {
  sell_requests: ['pending', 'reviewed', 'accepted'],
  repair_bookings: ['pending', 'confirmed', 'in-repair'],
  phone_orders: ['pending', 'confirmed', 'processing', 'shipped'],
} as const;

/** I-25, I-27, I-28: of requests of any kind. */
export function checkRequests(
  kind: keyof typeof openStatuses,
  requests: readonly BookedRequest[],
  readAt: Date,
  tally: Tally,
): void {
  tally.looked('I-25', requests.length);
  tally.looked('I-27', requests.length);
  for (const request of requests) {
    const { id, status, promisedAt, forgottenAt, personal } = request;
    isItsHistory(request, tally);
    wasTold(request, readAt, tally);
    const isOpen = openStatuses[kind].some((open) => open === status);
    if (isOpen !== (promisedAt !== null))
      tally.offend('I-27', `${id} is ${status} and has ${isOpen ? 'no promise' : 'a promise'}`);
    if (forgottenAt === null) continue;
    tally.looked('I-28', 1);
    if (personal.length > 0) tally.offend('I-28', `${id} was forgotten and has ${personal.join(', ')}`);
  }
}

/** I-25: each step begins where the one before ended, and the last one is the status. */
function isItsHistory({ id, status, history }: BookedRequest, tally: Tally): void {
  let now: string | null = null;
  for (const { from, to } of history.filter(({ what }) => what === 'status')) {
    if (from !== now) tally.offend('I-25', `${id} went from ${from} to ${to} when it was ${now}`);
    now = to;
  }
  if (now !== status) tally.offend('I-25', `${id} is ${status}, its history says ${now}`);
}

/** I-25: what changed lately lies in the outbox; a person leaves without an event. */
function wasTold(
  { id, updatedAt, forgottenAt, isCustomerGone, toldAt }: BookedRequest,
  readAt: Date,
  tally: Tally,
): void {
  const isLate = readAt.getTime() - updatedAt.getTime() > eventsAreThereMs;
  if (isLate || forgottenAt !== null || isCustomerGone) return;
  if (!toldAt.some((at) => at.getTime() === updatedAt.getTime()))
    tally.offend('I-25', `${id} changed at ${updatedAt.toISOString()} and nobody was told`);
}

const dollars = (minorUnits: number) => (minorUnits / 100).toFixed(2);

/** I-26: the price is that of the last quote, and a yes was given to the price that counts. */
export function checkQuotes(requests: readonly BookedSellRequest[], tally: Tally): void {
  tally.looked('I-26', requests.length);
  for (const { id, status, history, quotedPriceInMinorUnits: price, quoteValidUntil } of requests) {
    if (price !== null && (!Number.isSafeInteger(price) || price < 0))
      tally.offend('I-26', `${id} has the price ${price}`);
    let quoted: string | null = null;
    let agreed: string | null = null;
    for (const { what, from, to } of history) {
      if (what === 'quote') {
        if (from !== quoted)
          tally.offend('I-26', `${id} was quoted ${to} after ${from}, which was ${quoted}`);
        quoted = to;
      } else if (what === 'status' && to === 'accepted') agreed = quoted;
    }
    const now = price === null ? null : dollars(price);
    if (now !== quoted) tally.offend('I-26', `${id} has the price ${now}, its history says ${quoted}`);
    if ((price === null) !== (quoteValidUntil === null))
      tally.offend('I-26', `${id} has the price ${now} until ${quoteValidUntil?.toISOString() ?? 'nothing'}`);
    if ((status === 'accepted' || status === 'completed') && agreed !== null && agreed !== now)
      tally.offend('I-26', `${id}: the yes was to ${agreed}, the price is ${now}`);
  }
}
