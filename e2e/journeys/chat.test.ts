import { expect, expectAccessible, test } from '../support/journey.ts';

test('the chat is usable by keyboard and answers without a request (CHAT-01, CHAT-03, CHAT-04, CHAT-05, CHAT-06)', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  const button = page.getByRole('button', { name: 'Open chat' });
  await button.focus();
  await page.keyboard.press('Enter');
  const chat = page.getByRole('dialog', { name: 'Chat assistant' });
  await expect(chat.getByRole('textbox', { name: 'Your question' })).toBeFocused();
  await page.keyboard.type('How much is express delivery?');
  await page.keyboard.press('Enter');
  await expect(chat.getByText('The assistant is typing')).toBeAttached();
  await expect(chat.getByRole('list', { name: 'Quick replies' })).toHaveCount(0);
  await expect(chat.getByText('NPR 500')).toBeVisible();

  await page.keyboard.press('Shift+Tab');
  await expect(chat.getByRole('button', { name: 'Contact', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chat.getByText('Mon-Fri 8am to 5pm')).toBeVisible();
  await expectAccessible(page);
  expect(calls).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(chat).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chat.getByText('How much is express delivery?')).toBeVisible();
});
