import { aPolicy, down, renderPage } from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import AboutPage from './about-page.tsx';
import ContactPage from './contact-page.tsx';

const contact = { address: 'Lakeside 6, Pokhara', email: 'shop@test.example', phone: '+977 61 555 0199' };
const policy = { success: true, data: aPolicy({ contact }) };
const answers = { '/api/policy': policy };
const otherPages = ['/categories', '/sellyourphone', '/repair', '/newphonebooking'];

describe('/contact', () => {
  it('shows address, e-mail, phone and hours of the policy record (ROUTE-15, INFO-01, INFO-02, INFO-03, INFO-04, CONF-02)', async () => {
    await renderPage(<ContactPage />, { answers });
    const ways = within(await screen.findByRole('region', { name: 'How to reach us' }));
    expect(ways.getByText('Lakeside 6, Pokhara')).toBeVisible();
    expect(ways.getByRole('link', { name: contact.email })).toHaveAttribute(
      'href',
      'mailto:shop@test.example',
    );
    expect(ways.getByRole('link', { name: contact.phone })).toHaveAttribute('href', 'tel:+977615550199');
    // The hours are not those of the support, which answers day and night.
    expect(ways.getByText('Mon-Fri 8am to 5pm').previousSibling).toHaveTextContent('Office hours');
    await waitFor(() => expect(document.title).toBe('Contact | Kinmel'));
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('shows a drawn map with a link to a real one, without further requests (INFO-05, SIL-32)', async () => {
    const { network } = await renderPage(<ContactPage />, { answers });
    const region = within(await screen.findByRole('region', { name: 'Where to find us' }));
    const map = region.getByRole('figure');
    expect(map).toHaveTextContent('Lakeside 6, Pokhara');
    expect(map.querySelector('svg')).toBeInTheDocument();
    const link = region.getByRole('link', { name: 'Open the map' });
    expect(link).toHaveAttribute('href', 'https://www.openstreetmap.org/search?query=Lakeside+6%2C+Pokhara');
    expect(link).toHaveAttribute('rel', 'noreferrer');
    expect(document.querySelector('iframe, img, script')).toBeNull();
    expect(network.requests).toEqual(['GET /api/policy']);
  });

  it('has the social links of the policy record (INFO-06)', async () => {
    const social = [
      { name: 'Facebook', address: 'https://www.facebook.com/kinmel' },
      { name: 'TikTok', address: 'https://www.tiktok.com/@kinmel' },
    ];
    await renderPage(<ContactPage />, {
      answers: { '/api/policy': { success: true, data: aPolicy({ contact, social }) } },
    });
    const links = within(await screen.findByRole('region', { name: 'Follow us' })).getAllByRole('link');
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
    ).toEqual([
      ['Facebook', 'https://www.facebook.com/kinmel', 'noreferrer'],
      ['TikTok', 'https://www.tiktok.com/@kinmel', 'noreferrer'],
    ]);
  });

  it.each([
    ['there are none', []],
    ['the answer is older than they are', undefined],
    ['they lead nowhere', [{ name: 'X', address: 'javascript:alert(1)' }, { name: 'Y' }, 'Z', null]],
    ['they are not a list', 'https://x.example'],
  ])('shows no social links when %s (INFO-06)', async (_, social) => {
    await renderPage(<ContactPage />, {
      answers: { '/api/policy': { success: true, data: { ...policy.data, social } } },
    });
    expect(await screen.findByRole('region', { name: 'How to reach us' })).toBeVisible();
    expect(screen.queryByText('Follow us')).toBeNull();
  });

  it.each([
    ['nothing answers', down],
    ['the answer has a part too few', { success: true, data: { ...policy.data, contact: {} } }],
  ])('shows an error when %s, and loads the record on Retry', async (_, answer) => {
    const { user, network } = await renderPage(<ContactPage />, { answers: { '/api/policy': answer } });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'How we are reached could not be loaded. Please try again.',
    );
    network.answer(answers);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('figure')).toHaveTextContent('Lakeside 6, Pokhara');
  });
});

describe('/about', () => {
  it('lists the services with their links (ROUTE-14, GEN-05, GEN-09, GEN-10, GEN-11)', async () => {
    await renderPage(<AboutPage />, { answers, otherPages });
    const offers = within(screen.getByRole('region', { name: 'What we do' }));
    const ways = offers.getAllByRole('listitem').map((item) => {
      const link = within(item).getByRole('link');
      return [within(item).getByRole('heading').textContent, link.getAttribute('href')];
    });
    expect(ways).toEqual([
      ['We sell, new and pre-loved', '/categories'],
      ['We buy yours', '/sellyourphone'],
      ['We repair', '/repair'],
      ['We get the new one', '/newphonebooking'],
      ['We recycle', '/sellyourphone'],
    ]);
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
    await screen.findByText('90-day repair warranty');
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('lists only services that have a page', async () => {
    await renderPage(<AboutPage />, { answers, otherPages: ['/categories'] });
    expect(within(screen.getByRole('region', { name: 'What we do' })).getAllByRole('listitem')).toHaveLength(
      1,
    );
  });

  it('shows the promises of the policy record (CONF-06)', async () => {
    await renderPage(<AboutPage />, { answers });
    const promises = within(screen.getByRole('region', { name: 'What we promise' }));
    expect(await promises.findByText('30-day money-back guarantee')).toBeVisible();
    for (const text of ['90-day repair warranty', 'Free shipping over NPR 200', '24/7 support'])
      expect(promises.getByText(text)).toBeVisible();
  });
});
