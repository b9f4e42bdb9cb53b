import { aPolicy, hydratePage, standIns, storeSignedInUser } from '@kinmel/testing/hydration';
import { screen } from '@testing-library/react';
import { remote } from './remote.tsx';
import { anOffer } from './testing/offers.ts';
import { aTrackedRequest } from './testing/tracked-requests.ts';

const answers = {
  '/api/special-offers': { success: true, offers: [anOffer()] },
  '/api/policy': {
    success: true,
    data: aPolicy({ contact: { address: 'Lakeside 6, Pokhara', email: 'a@b.example', phone: '1' } }),
  },
};
const widgets = { ...standIns, 'mfe-cart-checkout/add-with-offer': () => <button type="button">Add</button> };

const pages = [
  ['/specialoffers', 'Galaxy Festival'],
  ['/sellyourphone', 'Instant valuation'],
  ['/about', '90-day repair warranty'],
  ['/contact', 'Lakeside 6, Pokhara'],
  ['/repair', '90-day repair warranty'],
  ['/booking', 'Within 3 days'],
  ['/newphonebooking', '3-5 business days'],
  ['/newsletter?confirm=t1', 'One more click'],
] as const;

describe('a server-rendered page of mfe-services', () => {
  it.each(pages)('%s hydrates without changes for a visitor', async (address, text) => {
    const page = await hydratePage({ remote: 'mfe-services', module: remote, address, answers, widgets });
    expect(page.html).toContain(text);
    expect(page.problems).toEqual([]);
  });

  it.each(pages)('%s hydrates without changes when signed in', async (address) => {
    const page = await hydratePage({
      remote: 'mfe-services',
      module: remote,
      address,
      answers,
      widgets,
      fillStorage: () => storeSignedInUser(),
    });
    expect(page.problems).toEqual([]);
  });

  it('/request-links/:token hydrates without changes, and then shows the request (SIL-49)', async () => {
    const link = `/request-links/${'t'.repeat(43)}`;
    const page = await hydratePage({
      remote: 'mfe-services',
      module: remote,
      address: link,
      renderedAt: '/request-links/:token',
      answers: { ...answers, [`/api${link}`]: { success: true, data: aTrackedRequest() } },
      widgets,
    });
    expect(page.html).toContain('Your request');
    expect(page.html).not.toContain('ttt');
    expect(page.problems).toEqual([]);
    expect(await screen.findByRole('heading', { name: aTrackedRequest().subject })).toBeVisible();
  });
});
