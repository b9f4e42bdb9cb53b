import type { Beforehand, Books } from './books.ts';
import { isBroken, judge, lasting, piecesOfProducts, report } from './invariants.ts';
import {
  abandoned,
  anOrder,
  cancelled,
  phone,
  standing,
  tablet,
  tenPercent,
  theBooks,
} from './testing/books-builder.ts';

const unknown = '6a00000000000000000000ff';
const brokenIn = (books: Books, beforehand?: Beforehand) =>
  judge(books, beforehand).filter(({ offenders }) => offenders.length > 0);

/** What is planted, which invariant must name it, and whom. Others may break along with it. */
const plants: readonly (readonly [
  what: string,
  id: string,
  offender: string,
  change: (books: Books) => Partial<Books>,
  beforehand?: Beforehand,
])[] = [
  [
    'two orders of one key',
    'I-1',
    'key-of-the-first',
    ({ orders }) => ({ orders: [...orders, anOrder({ id: unknown, orderNumber: 'KM-AAAA-0003' })] }),
  ],
  [
    'two orders of one number',
    'I-1',
    'KM-AAAA-0001',
    ({ orders }) => ({ orders: [...orders, anOrder({ id: unknown, key: undefined })] }),
  ],
  [
    'an acknowledged order under the key of another',
    'I-1',
    standing,
    () => ({}),
    { acknowledged: [{ orderId: standing, userId: 'user-1', key: 'another-key' }] },
  ],
  [
    'an order that nobody was told of',
    'I-2',
    unknown,
    ({ orders }) => ({
      orders: [...orders, anOrder({ id: unknown, orderNumber: 'KM-AAAA-0003', key: 'third' })],
    }),
  ],
  ['a sale of an order that does not exist', 'I-2', standing, ({ orders }) => ({ orders: orders.slice(1) })],
  [
    'an event of an order that was abandoned',
    'I-2',
    abandoned,
    ({ events }) => ({
      events: [...events, { eventId: 'e', type: 'order.placed', aggregateId: abandoned, isSent: false }],
    }),
  ],
  [
    'an effect that happened twice',
    'I-3',
    standing,
    ({ inbox }) => ({
      inbox: [...inbox, ...inbox.slice(0, 1).map((row) => ({ ...row, eventId: 'another' }))],
    }),
  ],
  ['an order without its sale', 'I-3', standing, ({ sales }) => ({ sales: sales.slice(1) })],
  [
    'an order that stands and whose pieces went back',
    'I-3',
    standing,
    ({ sales }) => ({ sales: sales.map((sale) => ({ ...sale, state: 'given-back' as const })) }),
  ],
  [
    'an order without its redemption',
    'I-3',
    standing,
    ({ redemptions }) => ({ redemptions: redemptions.slice(1) }),
  ],
  [
    'a confirmed order whose redemption was not captured',
    'I-3',
    standing,
    ({ orders }) => ({ orders: [anOrder({ orderStatus: 'confirmed' }), ...orders.slice(1)] }),
  ],
  [
    'a redemption of an order that used no offer',
    'I-3',
    standing,
    ({ orders }) => ({ orders: [anOrder({ offerIds: [] }), ...orders.slice(1)] }),
  ],
  [
    'less than nothing on the shelf',
    'I-4',
    phone,
    ({ products }) => ({ products: products.map((product) => ({ ...product, stock: -1 })) }),
  ],
  [
    'an order that took fewer pieces than it sold',
    'I-4',
    standing,
    ({ sales }) => ({ sales: sales.map((sale) => ({ ...sale, lines: sale.lines.slice(0, 1) })) }),
  ],
  [
    'pieces that are sold and still held',
    'I-4',
    phone,
    ({ products }) => ({
      products: products.map((product) => ({
        ...product,
        reservations: [{ orderId: standing, quantity: 2, overdueAt: new Date(0) }],
      })),
    }),
  ],
  [
    'a piece that vanished',
    'I-4',
    tablet,
    () => ({}),
    {
      pieces: new Map([
        [phone, 9],
        [tablet, 2],
      ]),
    },
  ],
  [
    'an offer that was redeemed too often',
    'I-5',
    tenPercent,
    ({ offers }) => ({ offers: offers.map((offer) => ({ ...offer, maxRedemptions: 0 })) }),
  ],
  [
    'a count that is not that of the ledger',
    'I-5',
    tenPercent,
    ({ offers }) => ({ offers: offers.map((offer) => ({ ...offer, currentRedemptions: 0 })) }),
  ],
  ...(
    [
      ['half a paisa', { taxInMinorUnits: 200.5, totalInMinorUnits: 4200.5 }],
      ['a total that is not the sum', { totalInMinorUnits: 4100 }],
      ['a subtotal that is not that of the lines', { subtotalInMinorUnits: 2400, totalInMinorUnits: 4100 }],
    ] as const
  ).map(
    ([what, pricing]) =>
      [
        what,
        'I-6',
        standing,
        ({ orders }: Books) => ({
          orders: [anOrder({ pricing: { ...anOrder().pricing, ...pricing } }), ...orders.slice(1)],
        }),
      ] as const,
  ),
  [
    'a line that is not price times quantity',
    'I-6',
    standing,
    ({ orders }) => ({
      orders: [
        anOrder({ lines: anOrder().lines.map((line) => ({ ...line, quantity: line.quantity + 1 })) }),
        ...orders.slice(1),
      ],
    }),
  ],
  [
    'a revenue with a cancelled order in it',
    'I-6',
    'revenue',
    () => ({ revenue: [{ orderStatus: 'pending', totalInMinorUnits: 8400 }] }),
  ],
  [
    'an acknowledged order that is lost',
    'I-7',
    unknown,
    () => ({}),
    { acknowledged: [{ orderId: unknown, userId: 'user-1', key: 'key-of-the-lost' }] },
  ],
  ['a version that only others know', 'I-7', phone, () => ({ copies: [{ aggregateId: phone, version: 4 }] })],
  [
    'a status that only a consumer heard of',
    'I-7',
    cancelled,
    ({ orders }) => ({ orders: orders.map((order) => ({ ...order, version: 1 })) }),
  ],
  [
    'a confirmed message that nobody had',
    'I-8',
    standing,
    ({ inbox }) => ({
      inbox: inbox.filter(
        ({ queue, aggregateId }) => queue !== 'catalog.order-placed' || aggregateId !== standing,
      ),
    }),
  ],
  [
    'a confirmed message of a queue that is gone',
    'I-8',
    standing,
    ({ inbox }) => ({
      inbox: inbox.filter(
        ({ queue, aggregateId }) => queue !== 'offer.order-placed' || aggregateId !== standing,
      ),
    }),
  ],
  [
    'a cancelled order whose pieces stay sold',
    'I-10',
    cancelled,
    ({ sales }) => ({ sales: sales.map((sale) => ({ ...sale, state: 'sold' as const })) }),
  ],
  [
    'a cancelled order that keeps its redemption',
    'I-10',
    cancelled,
    ({ redemptions }) => ({
      redemptions: redemptions.map((entry) => ({ ...entry, state: 'reserved' as const })),
    }),
  ],
  [
    'an abandoned order that holds pieces',
    'I-10',
    abandoned,
    ({ products }) => ({
      products: products.map((product) => ({
        ...product,
        reservations: [{ orderId: abandoned, quantity: 1, overdueAt: new Date('2026-11-21T12:00:00Z') }],
      })),
    }),
  ],
  [
    'pieces that are held for ever',
    'I-10',
    unknown,
    ({ products }) => ({
      products: products.map((product) => ({
        ...product,
        reservations: [{ orderId: unknown, quantity: 1, overdueAt: new Date('2026-11-21T11:59:00Z') }],
      })),
    }),
  ],
  [
    'a redemption that is held for ever',
    'I-10',
    unknown,
    ({ redemptions }) => ({
      redemptions: [
        ...redemptions,
        {
          orderId: unknown,
          offerIds: [tenPercent],
          state: 'reserved' as const,
          holdUntil: new Date('2026-11-21T11:59:00Z'),
        },
      ],
    }),
  ],
];

describe('the invariants of the money path', () => {
  it('hold in sound books, each with its count (I-1 to I-8, I-10)', () => {
    const beforehand = {
      acknowledged: [{ orderId: standing, userId: 'user-1', key: 'key-of-the-first' }],
      pieces: piecesOfProducts(theBooks()),
    };
    const findings = judge(theBooks(), beforehand);
    expect(findings.map(({ id, offenders }) => [id, offenders])).toEqual(
      ['I-1', 'I-2', 'I-3', 'I-4', 'I-5', 'I-6', 'I-7', 'I-8', 'I-10'].map((id) => [id, []]),
    );
    expect(findings.every(({ count }) => count > 0)).toBe(true);
  });

  const named = plants.map(([what, id, offender, change, beforehand = {}]) => ({
    what,
    id,
    offender,
    change,
    beforehand,
  }));
  it.each(named)('name $what ($id)', ({ id, offender, change, beforehand }) => {
    const books = theBooks();
    const broken = brokenIn({ ...books, ...change(books) }, beforehand);
    expect(broken.find((finding) => finding.id === id)?.offenders.join('\n')).toContain(offender);
  });

  it('take a message that still waits for one that is not lost (I-8)', () => {
    const books = theBooks();
    const inbox = books.inbox.filter(({ queue }) => queue !== 'catalog.order-placed');
    const queued = new Map([['catalog.order-placed', 1]]);
    expect(brokenIn({ ...books, inbox, queued })).toEqual([]);
    const parked = new Set([`catalog.order-placed:order.placed ${standing}`]);
    expect(brokenIn({ ...books, inbox, parked })).toEqual([]);
  });

  it('do not ask a consumer that this shop does not run (I-8)', () => {
    const books = theBooks();
    const inbox = books.inbox.filter(({ queue }) => !queue.startsWith('notification.'));
    expect(brokenIn({ ...books, inbox })).toEqual([]);
    expect(report(judge({ ...books, inbox })).join('\n')).toContain('without notification.order-cancelled');
  });

  it('count pieces on the shelf, held and sold (I-4)', () => {
    const books = theBooks();
    const products = books.products.map((product) => ({
      ...product,
      reservations: [{ orderId: unknown, quantity: 3, overdueAt: new Date() }],
    }));
    expect(piecesOfProducts({ ...books, products })).toEqual(
      new Map([
        [phone, 12],
        [tablet, 4],
      ]),
    );
  });
});

describe('the report', () => {
  const finding = { id: 'I-2', title: 'told', count: 12, counted: 'orders' };

  it('shows every invariant with its count, and at most ten offenders', () => {
    const offenders = Array.from({ length: 12 }, (_, index) => `order ${index}`);
    const lines = report([
      { ...finding, id: 'I-1', offenders: [] },
      { ...finding, offenders },
    ]);
    expect(lines).toHaveLength(1 + 1 + 10 + 1);
    expect(lines[0]).toBe('I-1   holds   told (12 orders)');
    expect(lines[1]).toBe('I-2   BROKEN  told (12 orders)');
    expect(lines.at(-1)?.trim()).toBe('… and 2 more');
  });

  it('leaves out what was under way only at one of two looks', () => {
    const look = (...offenders: string[]) => [{ ...finding, offenders }];
    expect(lasting(look('a', 'b'), look('b', 'c'))).toEqual(look('b'));
    expect(isBroken(lasting(look('a'), look('c')))).toBe(false);
    expect(isBroken(lasting(look('a'), look('a')))).toBe(true);
  });
});
