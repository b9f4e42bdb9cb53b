import { randomUUID } from 'node:crypto';
import type { WorkItem } from '@kinmel/contracts';
import { sampleDelivery } from '@kinmel/testing/samples';
import { adminCall, adminRead } from '../people/admin.ts';
import { adminToken, stackState } from '../stack/stack-control.ts';
import { freeSlots, orderPhone, sendJson, sendSellRequest } from './requests.ts';

interface WorkPage {
  readonly data: readonly WorkItem[];
  readonly next: string | null;
}

/** `text` padded with words to the maximum length of its field. */
const padToLength = (text: string, length: number) =>
  `${text} ${'Bahadur Maharjan-Shrestha '.repeat(length)}`.slice(0, length).trimEnd();

/** The longest possible mail address, without a line break opportunity. */
const longEmail = () => `${randomUUID()}${'a'.repeat(28)}@${`${'mailbox'.repeat(8)}.`.repeat(3)}com.np`;

async function addOffer(title: string): Promise<void> {
  const { urls } = await stackState();
  const form = new FormData();
  for (const [field, value] of Object.entries({
    title,
    description: padToLength('All', 500),
    discount: padToLength('10% OFF', 60),
    discountType: 'percentage',
    discountValue: '10',
    validFrom: '2026-01-01',
    validUntil: '2099-12-31',
    category: 'Apple',
    promoCode: `L${randomUUID().replaceAll('-', '').slice(0, 19).toUpperCase()}`,
    isActive: 'true',
    redemptionSteps: JSON.stringify(['Add to the cart']),
    targetProducts: '[]',
    productDetails: JSON.stringify({ name: padToLength('iPhone', 80) }),
  }))
    form.set(field, value);
  const answer = await fetch(`${urls.shop}/api/special-offers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await adminToken()}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`adding an offer: ${answer.status} ${await answer.text()}`);
}

async function placeOrder(name: string, productId: string): Promise<void> {
  const products = [{ productId, quantity: 1 }];
  const { pricing } = await adminCall<{ pricing: { total: number } }>('POST', '/api/checkout-orders/quote', {
    products,
  });
  await adminCall('POST', '/api/checkout-orders/create', {
    products,
    pricing: { total: pricing.total },
    paymentMethod: 'cash_on_delivery',
    customerDetails: { ...sampleDelivery, name, email: longEmail() },
  });
}

/** Assigns the work items of this person, so that the page lists them however many others are overdue. */
async function takeRequestsOf(firstName: string): Promise<void> {
  const work = '/api/admin/services/service-request/work';
  for (let cursor = ''; ; ) {
    const { data, next } = await adminRead<WorkPage>(`${work}?limit=100${cursor}`);
    for (const { kind, id, version } of data.filter(({ customer }) => customer === firstName))
      await adminCall('PUT', `${work}/${kind}/${id}/assignee`, { assignee: 'me', version });
    if (next === null) return;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
}

/**
 * One record in each list of the back office with every text at its maximum length; all contain `mark` for searching.
 */
export async function addLongestRecords(): Promise<{
  readonly mark: string;
  removeProduct: () => Promise<void>;
}> {
  const mark = `Zz${randomUUID().slice(0, 8)}`;
  const name = padToLength(mark, 100);
  const [slot] = await freeSlots();
  if (!slot) throw new Error('no half hour is free');
  const product = await adminCall('POST', '/api/products', {
    name: padToLength(mark, 120),
    brand: padToLength('Samsung', 60),
    description: padToLength('Long', 4000),
    price: 99_999.99,
    oldPrice: 199_999.99,
    category: 'premiumsmartphones',
    stock: 1_000_000,
  });
  await sendSellRequest({
    fullName: name,
    model: padToLength('Galaxy', 80),
    condition: 'excellent',
    storage: '1024',
    color: 'rose-gold',
    expectedPrice: '9999999.99',
    contactEmail: longEmail(),
    contactPhone: '+977 (980) 123-45-67',
  });
  await orderPhone({
    name,
    email: longEmail(),
    phone: '+977 980 123 45 67',
    model: padToLength('Galaxy', 120),
    color: padToLength('Titanium', 60),
    storage: padToLength('256 GB', 60),
    quantity: 10,
    priority: 'urgent',
  });
  await sendJson('/api/bookings', {
    name,
    email: longEmail(),
    phone: '+977 980 123 45 67',
    model: 'iPhone 15 Pro',
    urgency: 'medium',
    message: '',
    ...slot,
  });
  await takeRequestsOf(mark);
  await placeOrder(name, product.id);
  await addOffer(padToLength(mark, 100));
  return { mark, removeProduct: async () => void (await adminCall('DELETE', `/api/products/${product.id}`)) };
}
