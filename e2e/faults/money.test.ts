import type { Order } from '@kinmel/contracts';
import { clients, seededRandom, sumOf, withOutages } from '../support/crowd.ts';
import { expect, test } from '../support/journey.ts';
import { adminCall } from '../support/people/admin.ts';
import {
  aPayingCustomer,
  deliver,
  finishRefunds,
  giveGoodwill,
  type PaidOrder,
  type PayingCustomer,
  providerHabits,
  unsteadyCalls,
  waysToPay,
} from '../support/people/paying-customers.ts';
import { isLong } from '../support/repeats.ts';
import { expectSoundBooks } from '../support/stack/books.ts';
import { differencesAtProviders } from '../support/stack/provider-books.ts';
import { adminToken, type StackPart, stackState } from '../support/stack/stack-control.ts';

const scale = isLong ? { people: 300, orders: 1000, clients: 16 } : { people: 6, orders: 20, clients: 4 };
const killedParts: readonly StackPart[] = isLong
  ? (['auth', 'catalog', 'offer', 'order', 'notification', 'service-request', 'gateway'] as const).flatMap(
      (part) => [part, part],
    )
  : ['order', 'service-request'];
const price = 250;
/** Includes tax; shipping is free above NPR 200. */
const totalOf = (pieces: number) => price * pieces * 1.08;
const goodwillInMinorUnits = 500_000;
const partInMinorUnits = 10_000;

/** The accountant's CSV of this month: totals by order number, and the sum in its last line. */
async function readAccountingExport(): Promise<{ byOrder: ReadonlyMap<string, number>; sum: number }> {
  const { urls } = await stackState();
  const month = new Intl.DateTimeFormat('sv', {
    timeZone: 'Asia/Kathmandu',
    year: 'numeric',
    month: '2-digit',
  });
  const from = `${urls.shop}/api/checkout-orders/admin/tax-documents/export?month=${month.format(new Date())}`;
  const response = await fetch(from, { headers: { authorization: `Bearer ${await adminToken()}` } });
  const [header = [], ...rows] = (await response.text())
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const cell = (row: readonly string[], column: string) => row[header.indexOf(column)] ?? '';
  const totalOfRow = (row: readonly string[]) => Math.round(Number(cell(row, 'Total (NPR)')) * 100);
  const byOrder = new Map<string, number>();
  for (const row of rows) {
    const number = cell(row, 'Order number');
    if (number !== '') byOrder.set(number, (byOrder.get(number) ?? 0) + totalOfRow(row));
  }
  return { byOrder, sum: totalOfRow(rows.at(-1) ?? []) };
}

/** The money that the shop keeps of an order: its total minus refunds. */
const netAmountOf = ({ pricing, returns, orderStatus }: Order): number =>
  orderStatus === 'cancelled'
    ? 0
    : Math.round(pricing.total * 100) -
      sumOf(returns.map(({ payment, credit }) => payment.amountInMinorUnits + credit.amountInMinorUnits));

test(`money: ${scale.orders} orders paid in every way, partly returned, while calls are aborted and services are killed: books, tax documents and providers agree (I-1 to I-42)`, async () => {
  test.setTimeout(isLong ? 5_400_000 : 420_000);
  const random = seededRandom(30);
  const call = unsteadyCalls(random, 0.1);
  const people: PayingCustomer[] = [];
  const product = await adminCall('POST', '/api/products', {
    name: 'Zeta Watch Money',
    description: 'Bought, returned and exchanged.',
    price,
    category: 'watch',
    stock: scale.orders * 4,
  });
  const lines = (quantity: number) => [{ productId: product.id, quantity }];
  const withClients = clients(scale.clients);
  await withClients(
    Array.from({ length: scale.people }, () => async () => void people.push(await aPayingCustomer(call))),
  );

  const orders: PaidOrder[] = [];
  const returned: { customer: PayingCustomer; orderId: string }[] = [];
  let exchangeCount = 0;

  async function runOrder(index: number): Promise<void> {
    const customer = people[index % people.length];
    if (customer === undefined) throw new Error('There are no customers.');
    // The first order of each person is delivered, and earns the goodwill that later ones are paid with.
    const isFirst = index < people.length;
    const method = waysToPay[index % waysToPay.length] ?? 'card';
    const isEven = Math.floor(index / 4) % 2 === 0;
    const isAllCredit = !isFirst && isEven && method === 'cash_on_delivery';
    const kind = isAllCredit ? 'wholly' : !isFirst && isEven ? 'part' : 'plain';
    const total = totalOf(2);
    const placed = await customer.buy(lines(2), {
      total,
      method: kind === 'wholly' ? 'credit' : method,
      credit: kind === 'wholly' ? total * 100 : kind === 'part' ? partInMinorUnits : undefined,
    });
    orders.push(placed);
    const { orderId } = placed;
    if (kind !== 'wholly' && method !== 'cash_on_delivery')
      await customer.pay(
        orderId,
        method,
        providerHabits[Math.floor(index / 4) % (isFirst ? 4 : 5)] ?? 'at once',
      );
    if ((await customer.read(orderId)).orderStatus === 'cancelled') return;
    await deliver(call, orderId);
    if (isFirst) await giveGoodwill(call, customer.userId, goodwillInMinorUnits);
    const isExchange = index % 10 === 5;
    // One in four, of each payment method.
    if (index % 4 !== Math.floor(index / 4) % 4 && !isExchange) return;
    await customer.returnOne(orderId, { to: isExchange ? 'credit' : 'payment', isWorse: index % 5 === 0 });
    returned.push({ customer, orderId });
    await finishRefunds(call, customer, orderId);
    if (!isExchange) return;
    exchangeCount += 1;
    orders.push(
      await customer.buy(lines(1), { total: totalOf(1), method: 'credit', credit: totalOf(1) * 100 }),
    );
  }

  const orderTasks = Array.from({ length: scale.orders }, (_, index) => () => runOrder(index));
  await withClients(orderTasks.slice(0, people.length));
  const laterTasks = orderTasks.slice(people.length);
  await withClients(withOutages(laterTasks, killedParts));

  expect([orders.length, returned.length > scale.orders / 5, exchangeCount]).toEqual([
    scale.orders + scale.orders / 10,
    true,
    scale.orders / 10,
  ]);
  await expectSoundBooks({ acknowledged: orders }, 120_000);

  const byId = new Map(people.map((customer) => [customer.userId, customer]));
  const readOrders: Order[] = [];
  for (const { orderId, userId } of orders) {
    const order = await byId.get(userId)?.read(orderId);
    if (order !== undefined) readOrders.push(order);
  }
  expect(readOrders).toHaveLength(orders.length);
  expect(await differencesAtProviders(readOrders)).toEqual([]);
  const { byOrder, sum } = await readAccountingExport();
  expect(
    readOrders.filter((order) => (byOrder.get(order.orderNumber) ?? 0) !== netAmountOf(order)),
    'orders that differ in the CSV of the month',
  ).toEqual([]);
  expect(sumOf([...byOrder.values()])).toBe(sum);
  await adminCall('DELETE', `/api/products/${product.id}`);
});
