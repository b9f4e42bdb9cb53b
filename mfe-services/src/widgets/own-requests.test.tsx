import type { TrackedRequest } from '@kinmel/contracts';
import { aUser, down, holdReply, json, renderPage } from '@kinmel/testing/page';
import { screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { aTrackedRequest, aTrackedReturn } from '../testing/tracked-requests.ts';
import OwnRequests from './own-requests.tsx';

const aRequest = (changes: Partial<TrackedRequest & { trackingLink: string }> = {}) => ({
  ...aTrackedRequest(),
  trackingLink: `/request-links/s${'t'.repeat(43)}`,
  ...changes,
});
const booking = aRequest({
  kind: 'repair-booking',
  subject: 'iPhone 13',
  status: 'confirmed',
  quote: null,
  trackingLink: `/request-links/b${'t'.repeat(43)}`,
});

const open = (answer: object | ReturnType<typeof json>) =>
  renderPage(<OwnRequests />, {
    user: aUser(),
    answers: { '/api/request-links': answer },
    otherPages: ['/sellyourphone', '/repair'],
  });

describe('the requests of a customer', () => {
  it('are listed with kind, date, status and link (SIL-49)', async () => {
    const returnRequest = { ...aTrackedReturn(), trackingLink: `/request-links/r${'t'.repeat(43)}` };
    await open({ success: true, data: [booking, aRequest(), returnRequest] });
    const rows = (await screen.findAllByRole('listitem')).map((item) => item.textContent);
    expect(rows).toEqual([
      'iPhone 13Repair booking, 20 Nov 2026Confirmed',
      'Apple iPhone 12, 128 GB, BluePhone you sell, 20 Nov 2026Quoted',
      '1 × Case of KM-7H2K-94QXReturn, 20 Nov 2026Lower refund offered',
    ]);
    expect(screen.getByRole('link', { name: 'iPhone 13' })).toHaveAttribute('href', booking.trackingLink);
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('are replaced by links to existing services when there are none', async () => {
    await open({ success: true, data: [] });
    expect(await screen.findByText('There are none yet.')).toBeVisible();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/sellyourphone',
      '/repair',
    ]);
  });

  it('have a loading state', async () => {
    await open(holdReply(json({ success: true, data: [] })).reply);
    expect(screen.getByText('Loading')).toBeInTheDocument();
  });

  it.each([
    ['nothing answers', down],
    ['the answer is no list', { success: true, data: {} }],
  ])('show an error when %s, and load on Retry', async (_, answer) => {
    const { user, network } = await open(answer);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your requests could not be loaded.');
    network.answer({ '/api/request-links': { success: true, data: [aRequest()] } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Quoted')).toBeVisible();
  });

  it('leave out unknown kinds and foreign links', async () => {
    const foreignRequest = aRequest({ trackingLink: '//elsewhere.example/' });
    await open({ success: true, data: [null, { kind: 'trade-in' }, foreignRequest, booking] });
    expect(within(await screen.findByRole('list')).getAllByRole('listitem')).toHaveLength(1);
  });
});
