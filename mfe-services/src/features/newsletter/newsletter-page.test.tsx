import { json, problem, renderPage } from '@kinmel/testing/page';
import { screen } from '@testing-library/react';
import NewsletterPage from './newsletter-page.tsx';

const open = (address: string, answers = {}) => renderPage(<NewsletterPage />, { address, answers });

describe('/newsletter', () => {
  it('subscribes only by a click, because mail scanners open links (SIL-07)', async () => {
    const { user, network } = await open('/newsletter?confirm=t1', {
      'POST /api/newsletter/confirm': json({ success: true, message: 'Welcome!' }),
    });
    expect(network.requests).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Confirm my subscription' }));
    expect(await screen.findByText('Welcome!')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You are subscribed');
  });

  it('unsubscribes by one click', async () => {
    const { user } = await open('/newsletter?unsubscribe=t2', {
      'POST /api/newsletter/unsubscribe?token=t2': json({ success: true }),
    });
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('You get no newsletter any more.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You are unsubscribed');
  });

  it('shows that a link is invalid and can be tried again', async () => {
    const { user } = await open('/newsletter?confirm=old', {
      'POST /api/newsletter/confirm': problem(404, 'not-found', 'This link does not work any more.'),
    });
    await user.click(screen.getByRole('button', { name: 'Confirm my subscription' }));
    expect(await screen.findByText('This link does not work any more.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Confirm my subscription' })).toBeEnabled();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('One more click');
  });

  it('shows that a link is incomplete', async () => {
    await open('/newsletter');
    expect(screen.getByRole('alert')).toHaveTextContent('This link is not complete.');
  });
});
