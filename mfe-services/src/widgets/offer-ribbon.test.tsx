import { down, holdReply, json, renderPage } from '@kinmel/testing/page';
import { screen } from '@testing-library/react';
import { anOffer } from '../testing/offers.ts';
import OfferRibbon from './offer-ribbon.tsx';

const phoneOffer = anOffer({
  id: 'b'.repeat(24),
  title: 'iPhone weeks',
  targetProducts: ['p1'],
  promoCode: '',
});

describe('the offer ribbon', () => {
  it('links to the offer for one of the products before one for everything', async () => {
    await renderPage(<OfferRibbon productIds={['p0', 'p1']} />, {
      answers: { '/api/special-offers': { offers: [anOffer(), phoneOffer] } },
    });
    expect(await screen.findByRole('link', { name: /iPhone weeks/ })).toHaveAttribute(
      'href',
      `/specialoffers?offer=${phoneOffer.id}`,
    );
  });

  it('shows the code that applies to everything', async () => {
    await renderPage(<OfferRibbon />, {
      answers: { '/api/special-offers': { offers: [phoneOffer, anOffer()] } },
    });
    expect(await screen.findByRole('link')).toHaveTextContent('with code GALAXY12');
  });

  it.each([
    ['there is no offer', { offers: [] }],
    ['none is for these products or for everything', { offers: [phoneOffer] }],
    ['offers cannot be had', down],
  ])('links to all offers when %s, so that its place is never empty', async (_, answer) => {
    await renderPage(<OfferRibbon productIds={['p2']} />, { answers: { '/api/special-offers': answer } });
    const link = await screen.findByRole('link', { name: 'See all special offers' });
    expect(link).toHaveAttribute('href', '/specialoffers');
    // The class has the reserved height.
    expect(link).toHaveClass('ribbon');
  });

  it('is empty while loading', async () => {
    await renderPage(<OfferRibbon />, { answers: { '/api/special-offers': holdReply(json({})).reply } });
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });
});
