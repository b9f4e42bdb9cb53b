import { randomBytes } from 'node:crypto';
import type { Order, SessionAnswer } from '@kinmel/contracts';
import type { Page } from '@playwright/test';
import { stackState } from '../stack/stack-control.ts';

/** An account for this test only, so that no other test sees its orders. */
export interface Customer {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export const password = 'Journey123';

export const aCustomer = (): Customer => ({
  email: `journey-${randomBytes(6).toString('hex')}@example.com`,
  password,
  name: 'Asha Rai',
});

/** Creates an account through the API and stores its session in this browser as the pages do. */
export async function signedUp(page: Page): Promise<Customer> {
  const customer = aCustomer();
  const { urls } = await stackState();
  const answer = await page.request.post('/api/auth/signup', {
    data: { fullName: customer.name, email: customer.email, number: '9800000000', password },
    headers: { origin: urls.shop },
  });
  const session: SessionAnswer = await answer.json();
  if (!answer.ok())
    throw new Error(`signing up was answered with ${answer.status()}: ${JSON.stringify(session)}`);
  await page.goto('/categories');
  await page.evaluate(({ token, refreshToken, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('refreshToken', refreshToken);
    localStorage.setItem('loggedInUser', JSON.stringify(user));
  }, session);
  return customer;
}

/** The currently stored access token. */
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** The signed-in user's orders, newest first. */
export async function ordersOf(page: Page): Promise<readonly Order[]> {
  const answer = await page.request.get('/api/checkout-orders/user/orders?page=1&limit=10', {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  });
  if (!answer.ok()) throw new Error(`the orders were answered with ${answer.status()}`);
  const { orders }: { orders: Order[] } = await answer.json();
  return orders;
}
