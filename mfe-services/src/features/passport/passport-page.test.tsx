import type { Passport } from '@kinmel/contracts';
import { type Answers, down, holdReply, problem, renderPage } from '@kinmel/testing/page';
import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { Route, Routes } from 'react-router-dom';
import PassportPage from './passport-page.tsx';

const token = 'p'.repeat(22);
const address = `/api/passport/${token}`;
const at = '2026-11-21T06:00:00.000Z';
const aPassport = (changes: Partial<Passport> = {}) => ({
  success: true,
  data: {
    brand: 'apple',
    model: 'iPhone 12',
    storage: '128',
    color: 'blue',
    identifiers: [{ kind: 'imei', lastFour: '4321' }],
    warrantyUntil: '2027-05-20T06:00:00.000Z',
    inspection: {
      at,
      grade: 'B',
      checklist: {
        screen: 'none',
        body: 'light',
        batteryHealthPercent: 88,
        doButtonsWork: true,
        doCamerasWork: true,
        doesNetworkWork: false,
      },
    },
    parts: [{ name: 'New battery', at }],
    photos: [`${address}/photos/1`],
    ...changes,
  } satisfies Passport,
});
const open = (answers: Answers) =>
  renderPage(
    <Routes>
      <Route path="/passport/:token" element={<PassportPage />} />
    </Routes>,
    { address: `/passport/${token}`, answers },
  );
const facts = () =>
  screen
    .getAllByRole('definition')
    .map(({ textContent, previousSibling }) => `${previousSibling?.textContent}: ${textContent}`);

describe('/passport/:token', () => {
  it('shows grade, inspection, parts, warranty and photos, with no more than the last four', async () => {
    const { user } = await open({ [address]: aPassport() });
    expect(await screen.findByRole('heading', { name: 'Apple iPhone 12, 128 GB, Blue' })).toBeVisible();
    expect(facts()).toEqual([
      'IMEI: …4321',
      'Warranty: Until 20 May 2027',
      'Grade: B: light signs of use',
      'Screen: No traces',
      'Body: Light traces',
      'Battery: 88 % of its capacity',
      'Buttons: Works',
      'Cameras: Works',
      'Network: Does not work',
      'On: 21 November 2026',
      'New battery: 21 November 2026',
    ]);
    expect(screen.getByRole('img', { name: 'Apple iPhone 12, as we inspected it, 1' })).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
    const code = screen.getByRole('img', { name: 'QR code of this passport' });
    expect(decodeURIComponent(code.getAttribute('src') ?? '')).toMatch(/^data:image\/svg\+xml,<svg.+<path/);
    const print = jest.spyOn(window, 'print').mockImplementation(() => {});
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalled();
  });

  it('says that no part was replaced, and that the warranty starts with the sale', async () => {
    await open({ [address]: aPassport({ parts: [], photos: [], warrantyUntil: null }) });
    expect(await screen.findByText(/^None\. It has the parts/)).toBeVisible();
    expect(facts()).toContain('Warranty: Starts with the sale');
  });

  it('says that a code is unknown', async () => {
    await open({ [address]: problem(404, 'not-found', 'No.') });
    expect(await screen.findByText(/There is no phone with this code/)).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('has a loading state, and Retry when it could not be loaded', async () => {
    const { reply, release } = holdReply(down);
    const { user, network } = await open({ [address]: reply });
    expect(screen.getByText('Loading')).toBeInTheDocument();
    release();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    network.answer({ [address]: aPassport() });
    await user.click(retry);
    expect(await screen.findByText('What we inspected')).toBeVisible();
  });
});
