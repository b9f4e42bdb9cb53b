import type { BookedPhoneOrder, BookedRepair, SharedSeat } from '../books.ts';
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
