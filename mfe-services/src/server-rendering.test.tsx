/** @jest-environment node */
import { aPolicy, renderOnServer, renderPageOnServer } from '@kinmel/testing/server-rendering';
import { createAppStore, setRemoteHost } from '@kinmel/web-kit/host';
import { Route, Routes } from 'react-router-dom';
import { remote } from './remote.tsx';
import { anOffer } from './testing/offers.ts';

const answers = {
  '/api/special-offers': { success: true, offers: [anOffer()] },
  '/api/policy': {
    success: true,
    data: aPolicy({
      contact: { address: 'Lakeside 6, Pokhara', email: 'a@b.example', phone: '1' },
      social: [{ name: 'Facebook', address: 'https://www.facebook.com/kinmel' }],
    }),
  },
};

beforeEach(() => setRemoteHost({ registry: { schema: 1, revision: 1, remotes: {} }, load: jest.fn() }));
afterEach(() => setRemoteHost(undefined));

describe('a page of mfe-services on the server', () => {
  it.each([
    ['/specialoffers', 'Special Offers', 'Galaxy Festival'],
    ['/specialoffers', 'Special Offers', 'festival, in Pokhara.'],
    ['/sellyourphone', 'Sell Your Phone', 'Instant valuation'],
    ['/about', 'About Kinmel', '90-day repair warranty'],
    ['/contact', 'Write, call or come by.', 'Lakeside 6, Pokhara'],
    ['/contact', 'Contact', 'https://www.facebook.com/kinmel'],
    ['/repair', 'Repair services', '90-day repair warranty'],
    ['/booking', 'Phone Repair Booking', 'Within 3 days'],
    ['/newphonebooking', 'New phone booking', '3-5 business days'],
    ['/newsletter?confirm=t1', 'One more click', 'One more click'],
  ])(
    '%s renders its data, or placeholders, without reading storage, clock or random values',
    async (address, always, data) => {
      const filled = await renderPageOnServer(remote, address, { answers });
      expect(filled).toMatchObject({ errors: [], reads: [] });
      expect(filled.html).toContain(data);
      const empty = await renderPageOnServer(remote, address);
      expect(empty).toMatchObject({ errors: [], reads: [] });
      expect(empty.html).toContain(always);
    },
  );

  it.each([
    ['/request-links/:token', 'Your request'],
    ['/passport/:token', 'Passport of a phone'],
  ])('%s renders only frame and heading, without data of the record', async (path, heading) => {
    const Page = remote.pages[path];
    if (!Page) throw new Error(`There is no page ${path}`);
    const fetchSpy = jest.spyOn(globalThis, 'fetch');
    const { html, ...rendered } = await renderOnServer(
      <Routes>
        <Route path={path} element={<Page />} />
      </Routes>,
      { address: path.replace(':token', 's3cret-key'), store: createAppStore() },
    );
    expect(rendered).toEqual({ errors: [], reads: [] });
    expect(html).toContain(`<h1>${heading}</h1>`);
    expect(html).toContain('Loading');
    expect(html).not.toContain('s3cret');
    expect(fetchSpy).not.toHaveBeenCalled();
    fetchSpy.mockRestore();
  });
});
