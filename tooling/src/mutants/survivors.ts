/** A mutant that no test notices, and why none should. */
export interface Survivor {
  readonly file: string;
  /** Name of the mutator, as the report of StrykerJS gives it. */
  readonly mutator: string;
  /** The source text that was replaced; runs of white space count as one space. */
  readonly replaced: string;
  /** What it was replaced by. */
  readonly by: string;
  readonly reason: string;
}

const slots = 'services/service-request/src/repair-bookings/slot.rules.ts';
const redemptions = 'services/offer/src/redemptions/redemption.rules.ts';
const orders = 'services/order/src/orders/order.rules.ts';
const payments = 'services/order/src/orders/payment.rules.ts';
const sellRequests = 'services/service-request/src/sell-requests/sell-request.rules.ts';

export const survivors: readonly Survivor[] = [
  {
    file: payments,
    mutator: 'ArrayDeclaration',
    replaced: '[]',
    by: '["Stryker was here"]',
    reason:
      'A text among the second payments has no id, so it is found by none; nor is the list ever absent where one of it became something else.',
  },
  {
    file: sellRequests,
    mutator: 'ConditionalExpression',
    replaced: 'quoteValidUntil !== null',
    by: 'true',
    reason: 'Null is before every moment, as a moment that is over; the type asks for the comparison.',
  },
  {
    file: 'services/service-request/src/requests/forget.rules.ts',
    mutator: 'EqualityOperator',
    replaced: 'photo < person',
    by: 'photo <= person',
    reason: 'Of two equal moments either is the answer.',
  },
  {
    file: slots,
    mutator: 'ConditionalExpression',
    replaced: 'date < today',
    by: 'false',
    reason: 'The half hours of a day that is over are over too; the comparison only saves the work.',
  },
  {
    file: slots,
    mutator: 'EqualityOperator',
    replaced: 'date < today',
    by: 'date <= today',
    reason: 'Both give today when the day is today.',
  },
  {
    file: orders,
    mutator: 'ConditionalExpression',
    replaced: 'payUntil !== null',
    by: 'true',
    reason:
      'Null is after no moment, so such an order is not payable either way; the type asks for the comparison.',
  },
  {
    file: orders,
    mutator: 'StringLiteral',
    replaced: "'pending'",
    by: '""',
    reason: 'In the usual way of an order its first place and no place mean the same: not taken on.',
  },
  {
    file: orders,
    mutator: 'ArrayDeclaration',
    replaced: '[]',
    by: '["Stryker was here"]',
    reason: 'No status has that name, so there is still no usual step from the last ones.',
  },
  {
    file: 'services/service-request/src/repair-bookings/repair-booking.rules.ts',
    mutator: 'ArrayDeclaration',
    replaced: '[]',
    by: '["Stryker was here"]',
    reason: 'No status has that name, so there is still no usual step from the last ones.',
  },
  {
    file: redemptions,
    mutator: 'EqualityOperator',
    replaced: 'left.offerId < right.offerId',
    by: 'left.offerId <= right.offerId',
    reason: 'Each offer stands once in the counts, so no two ids are equal.',
  },
  {
    file: redemptions,
    mutator: 'ConditionalExpression',
    replaced: "known.state !== 'reserved'",
    by: 'false',
    reason: 'What is captured or released has no hold, which the next comparison finds.',
  },
  {
    file: 'packages/pricing/src/price-cart.ts',
    mutator: 'StringLiteral',
    replaced: "''",
    by: '"Stryker was here!"',
    reason: 'What saves something has an offer or a promo code; the type alone does not say so.',
  },
  {
    file: 'packages/pricing/src/price-cart.ts',
    mutator: 'OptionalChaining',
    replaced: 'promo?.title',
    by: 'promo.title',
    reason: 'What saves something has an offer or a promo code; the type alone does not say so.',
  },
];
