import { down, renderPage } from '@kinmel/testing/page';
import { screen, waitFor } from '@testing-library/react';
import { anOffer } from '../testing/offers.ts';
import OfferRibbon from './offer-ribbon.tsx';

const own = anOffer({ id: 'b'.repeat(24), title: 'iPhone weeks', targetProducts: ['p1'], promoCode: '' });

describe('the offer ribbon', () => {
  it('leads to the offer for one of the products, before the one for everything', async () => {
    await renderPage(<OfferRibbon productIds={['p0', 'p1']} />, {
      answers: { '/api/special-offers': { offers: [anOffer(), own] } },
    });
    expect(await screen.findByRole('link', { name: /iPhone weeks/ })).toHaveAttribute(
      'href',
      `/specialoffers?offer=${own.id}`,
    );
  });

  it('names the code that reaches everything', async () => {
    await renderPage(<OfferRibbon />, { answers: { '/api/special-offers': { offers: [own, anOffer()] } } });
    expect(await screen.findByRole('link')).toHaveTextContent('with code GALAXY12');
  });

  it.each([
    ['there is no offer', { offers: [] }],
    ['offers cannot be had', down],
  ])('draws nothing when %s', async (_, answer) => {
    const { network } = await renderPage(<OfferRibbon productIds={['p2']} />, {
      answers: { '/api/special-offers': answer },
    });
    await waitFor(() => expect(network.count('/api/special-offers')).toBe(1));
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });
});
