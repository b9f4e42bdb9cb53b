import { axeViolations, json, problem, renderPage } from '@kinmel/testing/page';
import { leaveShop } from '@kinmel/web-kit/forms';
import { screen, waitFor } from '@testing-library/react';
import PaymentCancelPage from './payment-cancel-page.tsx';

jest.mock('@kinmel/web-kit/forms', () => ({
  ...jest.requireActual('@kinmel/web-kit/forms'),
  leaveShop: jest.fn(),
}));

const request = 'POST /api/payment/checkout-session';
const addressWithOrder = `/payment-cancel?order=${'a'.repeat(24)}`;
const url = 'https://pay.example/session/2';
const open = (address: string, answers = {}) => renderPage(<PaymentCancelPage />, { address, answers });

it.each(['/payment-cancel', '/payment-cancel?order=../../evil'])(
  '%s is titled "Payment Canceled" and links to home and cart (PAY-01, PAY-02, ROUTE-34)',
  async (address) => {
    await open(address);
    expect(screen.getByRole('heading', { level: 1, name: 'Payment Canceled' })).toBeVisible();
    expect(screen.getByText('Nothing was charged.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Retry Payment' })).toHaveAttribute('href', '/cart');
    expect(screen.queryByRole('button', { name: 'Pay this order' })).toBeNull();
    expect(await axeViolations()).toEqual([]);
  },
);

it('shows how long the order in the URL waits, and opens a new payment page for it', async () => {
  const page = await open(addressWithOrder, { [request]: json({ success: true, sessionId: 's', url }, 201) });
  expect(screen.getByText(/^Nothing was charged\. An unpaid order waits for its payment/)).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Pay this order' }));
  await waitFor(() => expect(leaveShop).toHaveBeenCalledWith({ url }));
});

it('passes the order to the cart, which has none of its lines any more (PAY-02)', async () => {
  const page = await open(addressWithOrder);
  await page.user.click(screen.getByRole('link', { name: 'Retry Payment' }));
  expect(page.address()).toBe('/cart');
  expect(page.state()).toEqual({ unpaidOrderId: 'a'.repeat(24) });
});

it('keeps the button while a payment of the order is being processed', async () => {
  const text = 'Your payment is being processed. Please wait a moment.';
  const page = await open(addressWithOrder, { [request]: problem(409, 'payment-pending', text) });
  await page.user.click(screen.getByRole('button', { name: 'Pay this order' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('button', { name: 'Pay this order' })).toBeEnabled();
});

it('shows why the order cannot be paid any more, and links to it', async () => {
  const page = await open(addressWithOrder, {
    [request]: problem(409, 'conflict', 'This order was cancelled.'),
  });
  await page.user.click(screen.getByRole('button', { name: 'Pay this order' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This order was cancelled.');
  expect(screen.queryByText(/waits for its payment|Nothing was charged/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Pay this order' })).toBeNull();
  expect(screen.getByRole('alert')).toHaveFocus();
  const orderLink = screen.getByRole('link', { name: 'View this order' });
  expect(orderLink).toHaveAttribute('href', `/order?id=${'a'.repeat(24)}`);
  await page.user.click(screen.getByRole('link', { name: 'Retry Payment' }));
  expect(page.state()).toBeFalsy();
});
