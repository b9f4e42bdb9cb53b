import { expect, type Page } from '@playwright/test';
import { stackState } from '../stack/stack-control.ts';
import { logIn } from './account.ts';

/** Signs in as the admin of the sample data, and opens a page of the back office. */
export async function openAsStaff(page: Page, address: string): Promise<void> {
  const { people } = await stackState();
  await page.goto('/login');
  await logIn(page, people.admin);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
