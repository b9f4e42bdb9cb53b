import { axeViolations, down, json, problem, renderPage } from '@kinmel/testing/page';
import { leaveShop } from '@kinmel/web-kit/forms';
import { act, screen, waitFor, within } from '@testing-library/react';
import PaymentSuccessPage from './payment-success-page.tsx';

jest.mock('@kinmel/web-kit/forms', () => ({
  ...jest.requireActual('@kinmel/web-kit/forms'),
  leaveShop: jest.fn(),
}));

const request = '/api/payment/checkout-session?sessionId=cs_1';
const session = (payment_status: string) => ({
  success: true,
  customer_details: { name: 'Aarati Gurung' },
  line_items: {
    data: [
      { quantity: 2, description: 'iPhone 13 Pro', amount_total: 18_300_000 },
      { quantity: 1, description: 'Tax (8%)', amount_total: 1_464_050 },
    ],
  },
  amount_total: 19_764_050,
  payment_status,
  orderId: 'a'.repeat(24),
  orderNumber: 'KM-7H2K-94QX',
});
const wait = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
const open = (answers = {}, address = '/payment-success?session_id=cs_1') =>
  renderPage(<PaymentSuccessPage />, { address, answers });

afterEach(() => jest.useRealTimers());

it('shows name, each line and the total in rupees (PAY-03, PAY-04, PAY-05, PAY-06, PAY-07, PAY-08, ROUTE-32, ROUTE-33)', async () => {
  await open({ [request]: session('paid') });
  expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeVisible();
  expect(screen.getByText('Aarati Gurung')).toBeVisible();
  const lines = within(screen.getByRole('list', { name: 'What you paid for' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '2 ×iPhone 13 ProNPR 183,000',
    '1 ×Tax (8%)NPR 14,640.50',
  ]);
  expect(screen.getByText('NPR 197,640.50')).toBeVisible();
  expect(screen.getByText('KM-7H2K-94QX')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it('shows the used credit as a line, and as total the amount paid by other means', async () => {
  const { line_items, ...paid } = session('paid');
  const data = [...line_items.data, { quantity: 1, description: 'Credit', amount_total: -1_240_000 }];
  await open({ [request]: { ...paid, line_items: { data }, amount_total: 18_524_050 } });
  expect(await screen.findByText('-NPR 12,400')).toBeVisible();
  expect(screen.getByText('NPR 185,240.50')).toBeVisible();
});

it('shows that a payment after the cancellation is refunded', async () => {
  await open({ [request]: { ...session('paid'), goesBack: true } });
  expect(await screen.findByRole('heading', { name: 'Payment received too late' })).toBeVisible();
  expect(
    screen.getByText(/^The payment of NPR 197,640\.50 came after .* You get the money back/),
  ).toBeVisible();
  expect(screen.queryByText('Payment successful')).not.toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
});

it('shows "Missing session ID" without one, and sends no request (ERR-36)', async () => {
  const page = await open({}, '/payment-success');
  expect(screen.getByRole('alert')).toHaveTextContent('Missing session ID');
  expect(page.network.requests).toEqual([]);
});

it.each([
  ['no response arrives', down, 'Failed to fetch session'],
  ['the response is not a session', json({ success: true }), 'Failed to fetch session'],
  ['the server refuses', problem(404, 'not-found', 'There is no such payment.'), 'There is no such payment.'],
])('shows why when %s, and requests again on Retry (ERR-37)', async (_, answer, text) => {
  const page = await open({ [request]: answer });
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  page.network.answer({ [request]: session('paid') });
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('NPR 197,640.50')).toBeVisible();
});

it('polls for the confirmation, and never shows it as paid before', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  const page = await open({ [request]: session('unpaid') });
  const title = await screen.findByRole('heading', { name: 'Waiting for confirmation' });
  const region = title.closest('[aria-live="polite"]');
  expect(region).not.toBeNull();
  // No mail confirms a payment, only the order.
  expect(screen.getByRole('status')).toHaveTextContent(
    'The bank has not confirmed the payment yet. You may leave this page: your orders show when it has.',
  );
  const countBefore = page.network.count(request);
  await wait(2100);
  expect(page.network.count(request)).toBe(countBefore + 1);
  expect(screen.queryByText('Payment successful')).toBeNull();
  page.network.answer({ [request]: session('paid') });
  await wait(2100);
  expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeVisible();
  // The text of the same live region changes, so that it is announced (WCAG 4.1.3).
  expect(region).toBeInTheDocument();
  expect(region).toHaveTextContent('Payment successful');
  const requestCount = page.network.count(request);
  await wait(10_000);
  expect(page.network.count(request)).toBe(requestCount);
});

it('shows that the card was declined, stops polling, and links to the order', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  const page = await open({ [request]: session('unpaid') });
  await screen.findByRole('heading', { name: 'Waiting for confirmation' });
  page.network.answer({ [request]: { ...session('unpaid'), declined: true } });
  await wait(2100);
  expect(screen.getByRole('heading', { name: 'Payment declined' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'View this order' })).toHaveAttribute(
    'href',
    `/order?id=${'a'.repeat(24)}`,
  );
  const requestCount = page.network.count(request);
  await wait(10_000);
  expect(page.network.count(request)).toBe(requestCount);
});

it('stops polling after two minutes; then the shopper can check', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  const page = await open({ [request]: session('unpaid') });
  await screen.findByRole('heading', { name: 'Waiting for confirmation' });
  await wait(130_000);
  const requestCount = page.network.count(request);
  expect(requestCount).toBeLessThan(70);
  await wait(60_000);
  expect(page.network.count(request)).toBe(requestCount);
  await act(async () => screen.getByRole('button', { name: 'Check again' }).click());
  expect(page.network.count(request)).toBe(requestCount + 1);
});

it('shows that the payment has expired', async () => {
  await open({ [request]: session('expired') });
  expect(await screen.findByRole('heading', { name: 'Payment not completed' })).toBeVisible();
  expect(screen.queryByText('Aarati Gurung')).toBeNull();
});

it.each([
  ['expired', 'Payment not completed', /^Nothing was charged\. Your order waits/],
  ['unpaid', 'Waiting for confirmation', /has not confirmed/],
])(
  'opens a new payment page with one click when the payment is %s and was aborted',
  async (status, title, text) => {
    const form = { transaction_uuid: '1' };
    const page = await open({
      [request]: { ...session(status), canPayAgain: true },
      'POST /api/payment/checkout-session': json(
        { success: true, sessionId: 's', url: 'https://pay.example/', form },
        201,
      ),
    });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Pay this order' }));
    await waitFor(() => expect(leaveShop).toHaveBeenLastCalledWith({ url: 'https://pay.example/', form }));
  },
);

it('passes on the query of a provider that writes its own', async () => {
  const query = 'pidx=x1&purchase_order_id=a-1&status=User+canceled';
  const providerRequest = `/api/payment/checkout-session?returned=${encodeURIComponent(query)}`;
  await open({ [providerRequest]: session('paid') }, `/payment-success?${query}`);
  expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeVisible();
});
