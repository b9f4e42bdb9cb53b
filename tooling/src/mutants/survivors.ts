/** An equivalent mutant, which no test can kill. */
export interface Survivor {
  readonly file: string;
  /** Mutator name in StrykerJS's report. */
  readonly mutator: string;
  /** First source line of the mutant; the same replacement on another line is another mutant. */
  readonly line: string;
  /** Replaced source text, with white space collapsed as in `line`. */
  readonly replaced: string;
  /** Replacement. */
  readonly by: string;
  readonly reason: string;
}

const slots = 'services/service-request/src/repair-bookings/slot.rules.ts';
const redemptions = 'services/offer/src/redemptions/redemption.rules.ts';
const orders = 'services/order/src/orders/order.rules.ts';
const payments = 'services/order/src/payments/payment.rules.ts';
const cart = 'packages/pricing/src/price-cart.ts';
const sellRequests = 'services/service-request/src/sell-requests/sell-request.rules.ts';

const filledList = (file: string, line: string, reason: string): Survivor => ({
  file,
  mutator: 'ArrayDeclaration',
  line,
  replaced: '[]',
  by: '["Stryker was here"]',
  reason,
});

const filledText = (file: string, line: string, reason: string): Survivor => ({
  file,
  mutator: 'StringLiteral',
  line,
  replaced: "''",
  by: '"Stryker was here!"',
  reason,
});

const noSecondPayment =
  'A text among the second payments has no id, so it is found by none; nor is the list ever absent where one of it became something else.';
const alwaysNamed = 'What saves something has an offer or a promo code; the type alone does not say so.';

export const survivors: readonly Survivor[] = [
  filledList(
    payments,
    'const { onlinePayment, paymentStatus, secondPayments = [] } = order;',
    noSecondPayment,
  ),
  filledList(
    payments,
    'secondPayments: order.secondPayments?.map((one) => (one === second ? after : one)) ?? [],',
    noSecondPayment,
  ),
  filledText(cart, "const key = result.offerId ?? result.promoCode ?? '';", alwaysNamed),
  filledText(cart, "const title = line.offer?.title ?? promo?.title ?? '';", alwaysNamed),
  {
    file: cart,
    mutator: 'OptionalChaining',
    line: "const title = line.offer?.title ?? promo?.title ?? '';",
    replaced: 'promo?.title',
    by: 'promo.title',
    reason: alwaysNamed,
  },
  {
    file: sellRequests,
    mutator: 'ConditionalExpression',
    line: 'quoteValidUntil !== null &&',
    replaced: 'quoteValidUntil !== null',
    by: 'true',
    reason: 'Null is before every moment, as a moment that is over; the type asks for the comparison.',
  },
  {
    file: 'services/service-request/src/requests/forget.rules.ts',
    mutator: 'EqualityOperator',
    line: 'return person === null || (photo !== null && photo < person) ? photo : person;',
    replaced: 'photo < person',
    by: 'photo <= person',
    reason: 'Of two equal moments either is the answer.',
  },
  {
    file: slots,
    mutator: 'ConditionalExpression',
    line: 'if (date < today || daysBetween(today, date) > calendar.daysAhead || !isShopDay(date, calendar)) return [];',
    replaced: 'date < today',
    by: 'false',
    reason: 'The half hours of a day that is over are over too; the comparison only saves the work.',
  },
  {
    file: slots,
    mutator: 'EqualityOperator',
    line: 'let day = date < today ? today : date;',
    replaced: 'date < today',
    by: 'date <= today',
    reason: 'Both give today when the day is today.',
  },
  {
    file: orders,
    mutator: 'ConditionalExpression',
    line: 'payUntil !== null &&',
    replaced: 'payUntil !== null',
    by: 'true',
    reason:
      'Null is after no moment, so such an order is not payable either way; the type asks for the comparison.',
  },
  {
    file: redemptions,
    mutator: 'ConditionalExpression',
    line: "if (known.state !== 'reserved' || known.holdUntil === null) return undefined;",
    replaced: "known.state !== 'reserved'",
    by: 'false',
    reason: 'What is captured or released has no hold, which the next comparison finds.',
  },
];
