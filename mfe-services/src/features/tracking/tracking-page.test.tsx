import type { TrackedRequest } from '@kinmel/contracts';
import { type Answers, down, json, noting, problem, renderPage } from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { Route, Routes } from 'react-router-dom';
import TrackingPage from './tracking-page.tsx';

const token = 't'.repeat(43);
const address = `/api/tracking/${token}`;
const at = '2026-11-20T06:00:00.000Z';

const aRequest = (changes: Partial<TrackedRequest> = {}): TrackedRequest => ({
  kind: 'sell-request',
  reference: 'a1b2c3',
  subject: 'Apple iPhone 12, 128 GB, Blue',
  status: 'quoted',
  note: 'The battery is good.',
  history: [
    { at, by: 'customer', what: 'status', from: null, to: 'pending', note: '' },
    { at, by: 'shop', what: 'quote', from: null, to: '240.00', note: '' },
    { at, by: 'shop', what: 'status', from: 'pending', to: 'quoted', note: '' },
  ],
  actions: ['accept', 'decline'],
  quote: { price: 240, validUntil: '2026-11-27T06:00:00.000Z', isExpired: false },
  appointment: null,
  hasPhoto: true,
  createdAt: at,
  updatedAt: at,
  version: 3,
  ...changes,
});
const answer = (changes?: Partial<TrackedRequest>) => ({ success: true, data: aRequest(changes) });

const open = (answers: Answers) =>
  renderPage(
    <Routes>
      <Route path="/tracking/:token" element={<TrackingPage />} />
    </Routes>,
    { address: `/tracking/${token}`, answers },
  );

const booking = {
  kind: 'repair-booking',
  status: 'confirmed',
  actions: ['reschedule', 'cancel'],
  quote: null,
  appointment: { date: '2026-11-25', time: '09:30', timeZone: 'Asia/Kathmandu' },
  hasPhoto: false,
} as const;

describe('/tracking/:token', () => {
  it('shows status, quote with its end, what happened and what comes next, and names its key nowhere (SIL-49, CONF-01)', async () => {
    await open({ [address]: answer() });
    const state = within(await screen.findByRole('region', { name: 'Status' }));
    expect(state.getByRole('heading', { name: 'Apple iPhone 12, 128 GB, Blue' })).toBeVisible();
    for (const text of ['Quoted', '$240.00', 'Good until 27 November 2026', 'The battery is good.'])
      expect(state.getByText(text)).toBeVisible();
    expect(state.getByText('Accept our quote, or decline it.')).toBeVisible();
    const steps = within(screen.getByRole('region', { name: 'What happened' })).getAllByRole('listitem');
    expect(steps.map(({ firstChild }) => firstChild?.textContent)).toEqual([
      'Quoted',
      'Quote: $240.00',
      'Received',
    ]);
    expect(screen.getByRole('img')).toHaveAttribute('src', `${address}/photo`);
    await waitFor(() => expect(document.title).toBe('Your request | Kinmel'));
    expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('accepts the quote that was seen', async () => {
    const { reply, bodies } = noting(json(answer({ status: 'accepted', actions: [], version: 4 })));
    const { user, network } = await open({ [address]: answer(), [`POST ${address}/accept`]: reply });
    const accept = await screen.findByRole('button', { name: 'Accept quote' });
    network.answer({ [address]: answer({ status: 'accepted', actions: [], version: 4 }) });
    await user.click(accept);
    expect(await screen.findByText('Accepted')).toBeVisible();
    expect(bodies).toEqual([{ version: 3 }]);
    expect(screen.queryByRole('button', { name: 'Accept quote' })).not.toBeInTheDocument();
  });

  it('asks before it declines, with the focus on the safe answer', async () => {
    const rejected = answer({ status: 'rejected', actions: [], version: 4 });
    const { user, network } = await open({ [address]: answer(), [`POST ${address}/decline`]: rejected });
    await user.click(await screen.findByRole('button', { name: 'Decline quote' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Decline our quote?' }));
    expect(dialog.getByRole('button', { name: 'Keep the quote' })).toHaveFocus();
    expect(network.count(`POST ${address}/decline`)).toBe(0);
    network.answer({ [address]: rejected });
    await user.click(dialog.getByRole('button', { name: 'Decline quote' }));
    expect(await screen.findByText('You declined our offer.')).toBeVisible();
    expect(await screen.findByText('Declined')).toBeVisible();
  });

  it.each([
    ['repair-booking', 'Cancel booking', booking],
    [
      'phone-order',
      'Cancel order',
      { ...booking, kind: 'phone-order', status: 'pending', actions: ['cancel'], appointment: null },
    ],
  ] as const)('cancels a %s after asking', async (_kind, name, changes) => {
    const before = answer({ ...changes, actions: [...changes.actions] });
    const after = answer({ ...changes, status: 'cancelled', actions: [] });
    const { user, network } = await open({ [address]: before, [`POST ${address}/cancel`]: after });
    await user.click(await screen.findByRole('button', { name }));
    network.answer({ [address]: after });
    await user.click(screen.getByRole('button', { name: 'Yes, cancel' }));
    expect(await screen.findByText('It is cancelled.')).toBeVisible();
    expect(await screen.findByText('Cancelled')).toBeVisible();
  });

  it('says why an answer was refused, and shows what is there now', async () => {
    const refused = problem(409, 'version-conflict', 'There is a newer quote.');
    const { user, network } = await open({ [address]: answer(), [`POST ${address}/accept`]: refused });
    const accept = await screen.findByRole('button', { name: 'Accept quote' });
    const quote = { price: 200, validUntil: '2026-11-28T06:00:00.000Z', isExpired: false };
    network.answer({ [address]: answer({ quote, version: 4 }) });
    await user.click(accept);
    expect(await screen.findByText('There is a newer quote.')).toBeVisible();
    expect(await screen.findByText('$200.00')).toBeVisible();
  });

  it('shows day and time of a repair in the zone of the shop', async () => {
    await open({ [address]: answer({ ...booking, actions: [...booking.actions] }) });
    expect(await screen.findByText('25 November 2026, 09:30 (Asia/Kathmandu)')).toBeVisible();
  });

  it('says that a quote has ended, and offers no answer to it', async () => {
    const quote = { price: 240, validUntil: '2026-11-19T06:00:00.000Z', isExpired: true };
    await open({ [address]: answer({ quote, actions: [] }) });
    expect(await screen.findByText('Quote expired')).toBeVisible();
    expect(screen.getByText('Ended on 19 November 2026')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept quote' })).not.toBeInTheDocument();
  });

  it('says that a link is unknown or revoked, and leads on', async () => {
    await open({ [address]: problem(404, 'not-found', 'This link is not valid any more.') });
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is not valid any more.');
    expect(screen.getByRole('link', { name: 'Sell your phone' })).toHaveAttribute('href', '/sellyourphone');
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });

  it('lets it be tried again when nothing answered', async () => {
    const { user, network } = await open({ [address]: down });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    network.answer({ [address]: answer() });
    await user.click(retry);
    expect(await screen.findByText('Accept our quote, or decline it.')).toBeVisible();
  });

  it('copies the link', async () => {
    const { user } = await open({ [address]: answer() });
    const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(writeText).toHaveBeenCalledWith(`http://localhost/tracking/${token}`);
  });
});
