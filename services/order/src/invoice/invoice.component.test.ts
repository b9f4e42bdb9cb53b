import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { updateOrderStatus } from '../orders/changes/update-order-status.ts';
import { anOrder } from '../testing/order-builder.ts';
import { startTestOrder, type TestOrder } from '../testing/test-order.ts';
import { drawInvoice } from './draw-invoice.ts';
import { getInvoice } from './get-invoice.ts';
import { inRupees, invoiceOf, scriptRuns } from './invoice.rules.ts';

jest.setTimeout(60_000);

const owner = { userId: 'user-1', role: 'user', sessionId: 'session-1' } as const;
const timeZone = 'Asia/Kathmandu';

describe('the content of an invoice', () => {
  it('has the ordered lines and amounts in rupees (ACHK-17, CONF-01)', () => {
    const invoice = invoiceOf(anOrder(), timeZone);
    expect(invoice).toMatchObject({
      title: 'Invoice',
      orderNumber: 'KM-7H2K-94QX',
      date: '20 November 2026',
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
      payment: 'Cash on delivery, to be paid',
      mark: '',
    });
  });

  it('names the tax as ordered, and has no tax row without tax', () => {
    const decisions = [{ rule: 'tax', line: null, title: 'Tax (13%)', amountInMinorUnits: 13_000 }] as const;
    const { pricing } = anOrder();
    expect(invoiceOf(anOrder({ decisions }), timeZone).sums).toContainEqual({
      label: 'Tax (13%)',
      amount: 'NPR 80',
    });
    const untaxed = invoiceOf(anOrder({ pricing: { ...pricing, taxInMinorUnits: 0 } }), timeZone);
    expect(untaxed.sums.map(({ label }) => label)).toEqual(['Subtotal', 'Shipping']);
  });

  it('shows the variant of a line and what reduced its price', () => {
    const [line] = anOrder().lines;
    if (line === undefined) throw new Error('The order has no line');
    const plain = { ...line, details: '' };
    const lines = [{ ...line, promoCode: 'GALAXY20' }, { ...plain, promoCode: 'GALAXY20' }, plain];
    expect(invoiceOf(anOrder({ lines }), timeZone).lines.map(({ remark }) => remark)).toEqual([
      '256 GB, Silver · Promo code GALAXY20',
      'Promo code GALAXY20',
      '',
    ]);
  });

  it('is marked as cancelled for a cancelled order', () => {
    expect(invoiceOf(anOrder({ orderStatus: 'cancelled' }), timeZone)).toMatchObject({
      title: 'Cancelled order',
      payment: 'Cash on delivery, nothing to pay',
      mark: 'CANCELLED',
    });
  });

  it('shows decimals only when there are any (SIL-20)', () => {
    expect([inRupees(9_150_000), inRupees(9_150_050), inRupees(5)]).toEqual([
      'NPR 91,500',
      'NPR 91,500.50',
      'NPR 0.05',
    ]);
  });

  it('splits text into Latin and Devanagari runs', () => {
    expect(scriptRuns('सीता शर्मा (Sita)')).toEqual([
      { script: 'devanagari', text: 'सीता शर्मा ' },
      { script: 'latin', text: '(Sita)' },
    ]);
  });
});

describe('the PDF', () => {
  let order: TestOrder;
  beforeAll(async () => {
    order = await startTestOrder();
  });
  afterAll(() => order.stop());

  it('is served to its owner with embedded fonts', async () => {
    const stored = anOrder();
    await order.context.orders.insert(stored, [], { key: randomUUID(), bodyHash: 'x' });
    const answer = await request(order.server)
      .get(`/api/checkout-orders/${stored.id}/invoice`)
      .set('Authorization', `Bearer ${order.tokens.customer()}`)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      })
      .expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="invoice-KM-7H2K-94QX.pdf"',
      'cache-control': 'no-store',
    });
    const text = answer.body.toString('latin1');
    expect(text.startsWith('%PDF-1.')).toBe(true);
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(text).toContain('/FontFile2');
    expect(text).not.toContain('/BaseFont /Helvetica');
  });

  it('has more pages for many lines', async () => {
    const [line] = anOrder().lines;
    const lines = Array.from({ length: 60 }, () => line).filter((one) => one !== undefined);
    const bytes = await drawInvoice(
      invoiceOf(anOrder({ lines }), timeZone),
      { shop: { address: 'Durbar Marg', email: 'hello@kinmel.example', phone: '1' }, returnsSentence: 'x' },
      new Date(0),
    );
    expect(Number(/\/Count (\d+)/.exec(bytes.toString('latin1'))?.[1])).toBeGreaterThan(2);
  });

  it('is byte-identical for the same version of an order, and differs for the next version', async () => {
    const stored = anOrder({ id: '6500000000000000000000ab', orderNumber: 'KM-7H2K-94QY' });
    await order.context.orders.insert(stored, [], { key: randomUUID(), bodyHash: 'x' });
    const ask = async () => (await getInvoice(order.context, stored.id, owner)).answer.bytes;
    const first = await ask();
    expect((await ask()).equals(first)).toBe(true);
    await updateOrderStatus(order.context, {
      orderId: stored.id,
      adminId: 'admin',
      orderStatus: 'cancelled',
    });
    expect((await ask()).equals(first)).toBe(false);
  });

  it('limits the invoices of one person and not of others (L4)', async () => {
    const stored = anOrder({ id: '6500000000000000000000ac', orderNumber: 'KM-7H2K-94QZ', userId: 'many' });
    await order.context.orders.insert(stored, [], { key: randomUUID(), bodyHash: 'x' });
    const ask = (token: string) =>
      request(order.server)
        .get(`/api/checkout-orders/${stored.id}/invoice`)
        .set('Authorization', `Bearer ${token}`);
    const answers = [];
    for (let time = 0; time < 33; time += 1) answers.push(await ask(order.tokens.customer('many')));
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), ...Array(3).fill(429)]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused[0]?.body).toMatchObject({ success: false, code: 'too-many-requests' });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(order.tokens.admin())).status).toBe(200);
  });
});
