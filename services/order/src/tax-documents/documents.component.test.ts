import { paymentMethods } from '@kinmel/contracts';
import { beginningOf, dayBefore, ProblemError } from '@kinmel/service-kit';
import { readCsv } from '@kinmel/testing/servers';
import request from 'supertest';
import { cancelOrder } from '../orders/changes/cancel-order.ts';
import { type UpdateRequest, updateOrderStatus } from '../orders/changes/update-order-status.ts';
import type { Order } from '../orders/order.ts';
import { refundOrder } from '../payments/refunds/refund-order.ts';
import { policyContent } from '../policy/policy-content.ts';
import { anOrder, testCalendar } from '../testing/order-builder.ts';
import { testWithStoredOrders } from '../testing/stored-orders.ts';
import { fontRuns, rejectUnwritable } from './document-fonts.ts';
import { confirmationTexts, contentOf, documentTexts, inRupees } from './document-texts.rules.ts';
import { renderDocument } from './render-document.ts';
import { documentNumber } from './tax-document.rules.ts';
import type { TaxDocument } from './tax-document.ts';

const { label: cash } = paymentMethods.cash_on_delivery;

jest.setTimeout(60_000);

const timeZone = 'Asia/Kathmandu';
const contact = { address: 'Durbar Marg', email: 'hello@kinmel.example', phone: '1' };

const content = (overrides: Partial<Order> = {}) =>
  contentOf(anOrder(overrides), { ...policyContent, contact });
const confirmationOf = (overrides: Partial<Order> = {}) =>
  confirmationTexts(anOrder(overrides), content(overrides), timeZone);
const anInvoice = (overrides: Partial<TaxDocument> = {}): TaxDocument => ({
  ...content(),
  kind: 'invoice',
  series: 'INV-2083/84',
  number: 7,
  fiscalYear: '2083/84',
  issuedAt: new Date('2026-11-20T10:00:00.000Z'),
  orderId: anOrder().id,
  invoiceNumber: null,
  reason: '',
  ...overrides,
});
const invoiceTexts = (overrides: Partial<TaxDocument> = {}) => documentTexts(anInvoice(overrides), timeZone);

describe('the texts', () => {
  it('of an invoice are its number, seller, buyer, ordered lines and amounts in rupees (ACHK-17, CONF-01)', () => {
    expect(invoiceTexts()).toEqual({
      title: 'Invoice',
      numbers: ['INV-2083/84-00007', 'Order KM-7H2K-94QX'],
      date: '20 November 2026',
      seller: {
        name: 'Kinmel',
        email: 'hello@kinmel.example',
        lines: ['Durbar Marg', '1', 'hello@kinmel.example', 'PAN 600000000'],
      },
      billTo: ['Sita Sharma', 'Durbar Marg 5', '44600 Kathmandu', '+977 984-1234567', 'sita@example.com'],
      lines: [
        {
          name: 'Galaxy S26',
          remark: '256 GB, Silver',
          quantity: '1',
          price: 'NPR 1,000',
          total: 'NPR 1,000',
        },
      ],
      sums: [
        { label: 'Subtotal', amount: 'NPR 1,000' },
        { label: 'Shipping', amount: 'Free' },
        { label: 'Tax (8%)', amount: 'NPR 80' },
      ],
      total: 'NPR 1,080',
      payment: `${cash}, to be paid`,
      terms: '30-day money-back guarantee',
      mark: '',
    });
  });

  it('of a credit note name its invoice and its reason (ORD-T4)', () => {
    const credit = { kind: 'credit-note', series: 'CN-2083/84', invoiceNumber: 'INV-2083/84-00002' } as const;
    expect(
      invoiceTexts({ ...credit, payment: 'Card, refunded', reason: 'The money was given back' }),
    ).toMatchObject({
      title: 'Credit note',
      numbers: ['CN-2083/84-00007', 'For invoice INV-2083/84-00002', 'Order KM-7H2K-94QX'],
      payment: 'Card, refunded\nThe money was given back',
      total: 'NPR 1,080',
    });
  });

  it('name the tax as ordered, and have no tax row without tax', () => {
    const decisions = [{ rule: 'tax', line: null, title: 'Tax (13%)', amountInMinorUnits: 13_000 }] as const;
    const { pricing } = anOrder();
    expect(invoiceTexts({ decisions }).sums).toContainEqual({ label: 'Tax (13%)', amount: 'NPR 80' });
    const untaxed = invoiceTexts({ pricing: { ...pricing, taxInMinorUnits: 0 } });
    expect(untaxed.sums.map(({ label }) => label)).toEqual(['Subtotal', 'Shipping']);
  });

  it('show the variant of a line and what reduced its price', () => {
    const [line] = anOrder().lines;
    if (line === undefined) throw new Error('The order has no line');
    const plain = { ...line, details: '' };
    const lines = [{ ...line, promoCode: 'GALAXY20' }, { ...plain, promoCode: 'GALAXY20' }, plain];
    expect(invoiceTexts({ lines }).lines.map(({ remark }) => remark)).toEqual([
      '256 GB, Silver · Promo code GALAXY20',
      'Promo code GALAXY20',
      '',
    ]);
  });

  it('of an order without an invoice have no number but its own, and say when it is cancelled (ORD-T1)', () => {
    expect(confirmationOf()).toMatchObject({
      title: 'Order confirmation',
      numbers: ['KM-7H2K-94QX'],
      payment: `${cash}, to be paid`,
      mark: '',
    });
    expect(confirmationOf({ orderStatus: 'cancelled' })).toMatchObject({
      title: 'Cancelled order',
      payment: `${cash}, nothing to pay`,
      mark: 'CANCELLED',
    });
    expect(confirmationOf({ paymentStatus: 'refunded' }).mark).toBe('REFUNDED');
  });

  it('shows decimals only when there are any (SIL-20)', () => {
    expect([inRupees(9_150_000), inRupees(9_150_050), inRupees(5)]).toEqual([
      'NPR 91,500',
      'NPR 91,500.50',
      'NPR 0.05',
    ]);
  });

  it.each([
    ['सीता शर्मा (Sita)', ['devanagari सीता', 'latin  ', 'devanagari शर्मा', 'latin  (Sita)']],
    ['Łukasz', ['latin-ext Ł', 'latin ukasz']],
    ['Nguyễn', ['latin Nguy', 'vietnamese ễ', 'latin n']],
    ['王小明', ['116 王', '118 小明']],
    ['བསོད་ནམས', ['tibetan-tibetan བསོད་ནམས']],
    ['Ирина', ['cyrillic Ирина']],
  ])('writes %s, each part in a font that has it (ORD-T8)', (name, runs) => {
    rejectUnwritable({ name });
    const parts = fontRuns(name).map(
      ({ font, text }) => `${font.replace(/^noto-[a-z]+-([a-z]{2}-)?/, '')} ${text}`,
    );
    expect(parts).toEqual(runs);
  });

  it('reject a name that no font can write, at its field and with a message (ORD-T8)', () => {
    expect(() => rejectUnwritable({ name: '김철수 😀', city: 'Seoul' })).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        message: expect.stringContaining('An invoice cannot write "철수😀".'),
        details: [expect.objectContaining({ path: 'customerDetails.name' })],
      }),
    );
  });
});

const shop = testWithStoredOrders('order-tax-documents');
const { put } = shop;
const collectionOf = (name: string) => shop.database.connection.collection(name);

const change = (order: Order, update: Partial<UpdateRequest>) =>
  updateOrderStatus(shop.order.context, {
    orderStatus: order.orderStatus,
    adminNotes: 'By phone.',
    ...update,
    orderId: order.id,
    adminId: 'admin-1',
  });
const pay = (order: Order, fields: Partial<UpdateRequest> = {}) =>
  change(order, { paymentStatus: 'paid', ...fields });
const refund = ({ id }: Order) =>
  refundOrder(shop.order.context, { orderId: id, adminId: 'admin-1', note: '' });
const documentsOf = async (order: Order) => {
  const { store } = shop.order.context.documents;
  return {
    invoice: await store.find({ orderId: order.id, kind: 'invoice' }),
    credit: await store.find({ orderId: order.id, kind: 'credit-note' }),
  };
};
const numbersOf = async (series: string) =>
  (await collectionOf('tax_documents').find({ series }).sort({ number: 1 }).toArray()).map(
    ({ number }) => number,
  );
const numbersUpTo = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('an invoice', () => {
  it('is stored once, when the order is paid or shipped, and equals the order (ORD-T1)', async () => {
    const [paid, shipped] = [await put(), await put({ orderStatus: 'processing' })];
    expect((await pay(paid)).documents).toEqual(['invoice']);
    await change(shipped, { orderStatus: 'shipped' });
    await change(shipped, { orderStatus: 'delivered', paymentStatus: 'paid' });
    for (const [order, number] of [
      [paid, 1],
      [shipped, 2],
    ] as const) {
      const { invoice } = await documentsOf(order);
      const { lines, pricing, decisions, orderNumber } = order;
      expect(invoice).toMatchObject({ kind: 'invoice', number, lines, pricing, decisions, orderNumber });
      expect(invoice).toMatchObject({ currency: 'NPR', seller: { name: 'Kinmel', pan: '600000000' } });
    }
    expect(await collectionOf('tax_documents').countDocuments()).toBe(2);
  });

  it('stays unchanged when the order changes and its buyer is forgotten (ORD-T3)', async () => {
    const order = await put({ orderStatus: 'shipped', isBuyerDeleted: true });
    await change(order, { orderStatus: 'delivered' });
    expect(await shop.read(order.id)).toMatchObject({ userId: 'deleted' });
    const { invoice } = await documentsOf(order);
    expect(invoice?.customerDetails).toEqual({ ...order.customerDetails, notes: '' });
    await pay(order, { orderStatus: 'delivered' });
    expect((await documentsOf(order)).invoice).toEqual(invoice);
    expect(Object.keys(shop.order.context.documents.store)).toEqual(['issue', 'find', 'readBetween']);
  });

  it('is not made by a refused change, and once by two parallel ones (ORD-T1, ORD-T2)', async () => {
    const order = await put();
    await expect(pay(order, { version: 9 })).rejects.toThrow(ProblemError);
    expect(await documentsOf(order)).toEqual({});
    await Promise.all([pay(order), change(order, { orderStatus: 'shipped' })]);
    expect(await numbersOf('INV-2083/84')).toEqual([1]);
  });
});

describe('numbers', () => {
  const abortTransaction = async () => {
    throw new Error('aborted after its number was taken');
  };

  it('have no gap and no repeat when 50 are made at once and every third transaction is aborted (ORD-T2)', async () => {
    const orders = await Promise.all(numbersUpTo(50).map(() => put()));
    const tries = await Promise.allSettled(
      orders.map((order, index) => pay(order, index % 3 === 0 ? { also: abortTransaction } : {})),
    );
    const failed = orders.filter((_, index) => tries[index]?.status === 'rejected');
    expect(failed).toHaveLength(17);
    expect(await numbersOf('INV-2083/84')).toEqual(numbersUpTo(33));
    for (const order of failed) {
      expect(await shop.read(order.id)).toEqual(order);
      expect(await documentsOf(order)).toEqual({});
    }
    await Promise.all(failed.map((order) => pay(order)));
    expect(await numbersOf('INV-2083/84')).toEqual(numbersUpTo(50));
    expect(await collectionOf('document_series').findOne()).toMatchObject({ _id: 'INV-2083/84', last: 50 });
  }, 120_000);

  it('begin again with the fiscal year in the time zone of the shop, and times never go back (ORD-T2, ORD-T6)', async () => {
    const midnight = beginningOf('2027-07-17', testCalendar.dayOf).getTime();
    const issueAt = async (moment: number) => {
      const order = await put();
      shop.order.advanceClock(moment - shop.order.context.now().getTime());
      await pay(order);
      const { invoice } = await documentsOf(order);
      return invoice && [documentNumber(invoice), invoice.issuedAt.getTime() - midnight > 0];
    };
    try {
      expect(await issueAt(midnight - 5_000)).toEqual(['INV-2083/84-00001', false]);
      expect(await issueAt(midnight + 5_000)).toEqual(['INV-2084/85-00001', true]);
      expect(await issueAt(midnight + 60_000)).toEqual(['INV-2084/85-00002', true]);
      expect(await issueAt(midnight + 10_000)).toEqual(['INV-2084/85-00003', true]);
    } finally {
      shop.order.advanceClock(Date.now() - shop.order.context.now().getTime());
    }
    const times = await collectionOf('tax_documents')
      .find({ fiscalYear: '2084/85' })
      .sort({ number: 1 })
      .toArray();
    expect(times[2]?.['issuedAt']).toEqual(times[1]?.['issuedAt']);
  });

  it('are not given for a day outside of the fiscal years: the change is refused (ORD-T6)', async () => {
    const order = await put();
    shop.order.advanceClock(100 * 365 * 24 * 60 * 60_000);
    try {
      await expect(pay(order)).rejects.toThrow('The policy has no fiscal year');
      expect(await shop.read(order.id)).toEqual(order);
    } finally {
      shop.order.advanceClock(Date.now() - shop.order.context.now().getTime());
    }
  });
});

describe('a credit note', () => {
  it('is stored with the refund, names the invoice and has a series of its own (ORD-T4)', async () => {
    const order = await put();
    await pay(await put());
    await pay(order);
    const refunded = await refund(order);
    expect(refunded).toMatchObject({ paymentStatus: 'refunded', documents: ['invoice', 'credit-note'] });
    const { invoice, credit } = await documentsOf(order);
    const { lines, pricing } = order;
    expect(credit).toMatchObject({ series: 'CN-2083/84', number: 1, lines, pricing });
    expect(credit).toMatchObject({ invoiceNumber: 'INV-2083/84-00002', reason: 'The money was given back' });
    expect(invoice && documentNumber(invoice)).toBe('INV-2083/84-00002');
    await refund(order);
    expect(await numbersOf('CN-2083/84')).toEqual([1]);
  });

  it('is stored for a cancelled order with an invoice when its money is back, or never came (ORD-T4)', async () => {
    const paid = await put();
    await pay(paid);
    await cancelOrder(shop.order.context, {
      orderId: paid.id,
      userId: paid.userId,
      reason: 'Ring my doctor',
    });
    expect((await documentsOf(paid)).credit).toBeUndefined();
    await change(paid, { orderStatus: 'cancelled', paymentStatus: 'refunded' });
    const unpaid = await put({ orderStatus: 'processing' });
    await change(unpaid, { orderStatus: 'shipped' });
    await change(unpaid, { orderStatus: 'cancelled' });
    for (const order of [paid, unpaid])
      expect((await documentsOf(order)).credit).toMatchObject({ reason: 'The order was cancelled' });
    expect(JSON.stringify(await collectionOf('tax_documents').find().toArray())).not.toContain('doctor');
  });

  it('is not made for an order without an invoice (ORD-T4)', async () => {
    const order = await put({ paymentStatus: 'paid', orderStatus: 'cancelled' });
    await refund(order);
    expect(await shop.read(order.id)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await documentsOf(order)).toEqual({});
  });

  it('keeps a cash order refunded (ORD-T5)', async () => {
    const order = await put();
    await pay(order);
    await refund(order);
    await expect(pay(order)).rejects.toMatchObject({ code: 'conflict' });
    expect(await shop.read(order.id)).toMatchObject({ paymentStatus: 'refunded' });
  });
});

describe('the PDF', () => {
  const ask = (id: string, kind = 'invoice', token = shop.order.tokens.customer()) =>
    request(shop.order.server)
      .get(`/api/checkout-orders/${id}/${kind}`)
      .set('Authorization', `Bearer ${token}`)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      });

  it('of the invoice and the credit note is served to its owner and to staff with embedded fonts', async () => {
    const order = await put();
    const files = ['confirmation', 'invoice', 'credit-note'].map(
      (name) => `${name}-${order.orderNumber}.pdf`,
    );
    const answers = [await ask(order.id).expect(200)];
    await pay(order);
    answers.push(await ask(order.id).expect(200));
    await refund(order);
    answers.push(await ask(order.id, 'credit-note').expect(200));
    await ask(order.id, 'credit-note', shop.order.tokens.admin()).expect(200);
    for (const [index, { headers, body }] of answers.entries()) {
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${files[index]}"`,
        'cache-control': 'no-store',
      });
      const text = body.toString('latin1');
      expect(text.startsWith('%PDF-1.')).toBe(true);
      expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
      expect(text).toContain('/FontFile2');
      expect(text).not.toContain('/BaseFont /Helvetica');
    }
  });

  it('is the same for the second request, even after the order changed (ORD-T3)', async () => {
    const order = await put();
    await pay(order);
    const first = (await ask(order.id)).body;
    await refund(order);
    await change(order, { orderStatus: 'cancelled', paymentStatus: 'refunded' });
    expect(first.equals((await ask(order.id)).body)).toBe(true);
    const credit = (await ask(order.id, 'credit-note')).body;
    expect(credit.equals((await ask(order.id, 'credit-note')).body)).toBe(true);
    expect(credit.equals(first)).toBe(false);
  });

  it('is answered as unknown for the order of another person, and without a credit note', async () => {
    const order = await put();
    await pay(order);
    const { tokens } = shop.order;
    expect((await ask(order.id, 'credit-note')).status).toBe(404);
    await refund(order);
    for (const kind of ['invoice', 'credit-note']) {
      expect((await ask(order.id, kind, tokens.customer('user-2'))).status).toBe(404);
      expect((await ask('x', kind)).status).toBe(400);
    }
  });

  it('is rendered once for all who ask for it, also at the same time (ORD-T3)', async () => {
    const render = (number: number) =>
      renderDocument(invoiceTexts({ number }), new Date(0), 'https://kinmel.example');
    const [first, ...others] = await Promise.all([render(901), render(901), render(902)]);
    expect([others[0] === first, others[1] === first, (await render(901)) === first]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('has more pages for many lines', async () => {
    const [line] = anOrder().lines;
    const lines = Array.from({ length: 60 }, () => line).filter((one) => one !== undefined);
    const bytes = await renderDocument(invoiceTexts({ lines }), new Date(0), 'https://kinmel.example');
    expect(Number(/\/Count (\d+)/.exec(bytes.toString('latin1'))?.[1])).toBeGreaterThan(2);
  });

  it('has the passport of a device as QR code and link', async () => {
    const render = (passportLink?: string) =>
      renderDocument(
        invoiceTexts({ lines: anOrder().lines.map((line) => ({ ...line, passportLink })) }),
        new Date(0),
        'https://kinmel.example',
      );
    const [plain, withPassport] = await Promise.all([render(), render('/passport/abc')]);
    expect(withPassport.toString('latin1')).toContain('(https://kinmel.example/passport/abc)');
    expect(withPassport.length).toBeGreaterThan(plain.length + 500);
  });

  it('limits the documents of one person and not of others (ORD-L4)', async () => {
    const { id } = await put({ userId: 'many' });
    const answers = [];
    for (let time = 0; time < 33; time += 1)
      answers.push(
        await shop.call('get', `/api/checkout-orders/${id}/invoice`, shop.order.tokens.customer('many')),
      );
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), ...Array(3).fill(429)]);
    const refusals = answers.filter(({ status }) => status === 429);
    expect(refusals[0]?.body).toMatchObject({ success: false, code: 'too-many-requests' });
    expect(Number(refusals[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(id, 'invoice', shop.order.tokens.admin())).status).toBe(200);
  });
});

describe('the CSV of a month', () => {
  const address = '/api/checkout-orders/admin/tax-documents/export';
  const month = '2026-12';
  const linesOf = async (monthOfCsv = month) =>
    readCsv((await shop.asAdmin('get', `${address}?month=${monthOfCsv}`).expect(200)).text);
  const head = [
    'Number',
    'Date',
    'Fiscal year',
    'Order number',
    'For invoice',
    'Buyer',
    'Subtotal (NPR)',
    'Shipping (NPR)',
    'Tax',
    'Tax (NPR)',
    'Total (NPR)',
  ];

  it('has its documents, the sums by tax and a last line that equals documents and orders (ORD-T7)', async () => {
    const setClock = (moment: number) => shop.order.advanceClock(moment - shop.order.context.now().getTime());
    const first = beginningOf(`${month}-01`, testCalendar.dayOf).getTime();
    const next = beginningOf('2027-01-01', testCalendar.dayOf).getTime();
    const figures = { subtotalInMinorUnits: 100_010, shippingInMinorUnits: 1_500, taxInMinorUnits: 13_001 };
    const otherTax = {
      pricing: { ...figures, totalInMinorUnits: 114_511 },
      decisions: [{ rule: 'tax', line: null, title: 'Tax (13%)', amountInMinorUnits: 13_001 }] as const,
    };
    const orders = [
      await put(),
      await put(otherTax),
      await put(),
      await put(otherTax),
      await put(),
      await put(),
    ];
    const [early, a, b, c, d, late] = orders as [Order, Order, Order, Order, Order, Order];
    try {
      setClock(first - 2_000);
      await pay(early);
      setClock(first + 1);
      for (const order of [a, b, c]) await pay(order);
      await refund(b);
      setClock(next - 60_000);
      await pay(d);
      setClock(next + 1);
      await pay(late);
      await refund(d);
    } finally {
      setClock(Date.now());
    }
    const [firstRow, ...rows] = await linesOf();
    expect(firstRow).toEqual(head);
    const row = (
      number: string,
      day: string,
      { orderNumber, pricing }: Order,
      tax: string,
      sign = 1,
      invoiceNumber = '',
    ) => [number, day, '2083/84', orderNumber, invoiceNumber, 'Sita Sharma', ...amounts(pricing, tax, sign)];
    const amounts = (pricing: Order['pricing'], tax: string, sign = 1) => {
      const [subtotal, shipping, taxed, total] = Object.values(pricing).map((sum) =>
        String((sign * sum) / 100),
      );
      return [subtotal, shipping, tax, taxed, total].map((text) => (text === '-0' ? '0' : text));
    };
    const invoice = (number: number) => `INV-2083/84-0000${number}`;
    const tax8 = 'Tax (8%)';
    expect(rows.slice(0, 5)).toEqual([
      row(invoice(2), `${month}-01`, a, 'Tax (13%)'),
      row(invoice(3), `${month}-01`, b, tax8),
      row(invoice(4), `${month}-01`, c, 'Tax (13%)'),
      row('CN-2083/84-00001', `${month}-01`, b, tax8, -1, invoice(3)),
      row(invoice(5), dayBefore('2027-01-01'), d, tax8),
    ]);
    const sum = (...parts: Order[]) => {
      const total = (name: keyof Order['pricing']) =>
        parts.reduce((before, { pricing }) => before + pricing[name], 0);
      return {
        subtotalInMinorUnits: total('subtotalInMinorUnits'),
        shippingInMinorUnits: total('shippingInMinorUnits'),
        taxInMinorUnits: total('taxInMinorUnits'),
        totalInMinorUnits: total('totalInMinorUnits'),
      };
    };
    const empty = ['', '', '', '', ''];
    // The order that was refunded in the same month counts in neither sum.
    expect(rows.slice(5)).toEqual([
      ['Sum by tax', ...empty, ...amounts(sum(a, c), 'Tax (13%)')],
      ['Sum by tax', ...empty, ...amounts(sum(d), tax8)],
      ['Sum', ...empty, ...amounts(sum(a, c, d), '')],
    ]);
    expect((await linesOf('2026-11')).at(-1)).toEqual(['Sum', ...empty, ...amounts(sum(early), '')]);
    const january = await linesOf('2027-01');
    expect(january.at(-1)).toEqual(['Sum', ...empty, '0', '0', '', '0', '0']);
  });

  it('of a month without documents has a sum of zero', async () => {
    expect(await linesOf('2031-02')).toEqual([head, ['Sum', '', '', '', '', '', '0', '0', '', '0', '0']]);
  });

  it('uses an index', async () => {
    const plan = await collectionOf('tax_documents')
      .find({ issuedAt: { $gte: new Date(0), $lt: new Date() } })
      .sort({ issuedAt: 1, series: 1, number: 1 })
      .explain('queryPlanner');
    expect(JSON.stringify(plan['queryPlanner'].winningPlan)).not.toMatch(/COLLSCAN|"stage":"SORT"/);
  });
});
