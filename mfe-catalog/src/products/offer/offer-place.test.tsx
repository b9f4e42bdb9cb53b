import { renderPage, scrollWatched } from '@kinmel/testing/page';
import { screen } from '@testing-library/react';
import { OfferPlace } from './offer-place.tsx';

const OfferRibbon = ({ productIds }: { productIds?: readonly string[] }) => (
  <a href="/specialoffers">Offer for {productIds?.join()}</a>
);

describe('the slot of an offer', () => {
  it('loads the ribbon when it comes into view', async () => {
    await renderPage(<OfferPlace productIds={['p1']} />, {
      otherPages: ['/specialoffers'],
      widgets: { 'mfe-services/offer-ribbon': OfferRibbon },
    });
    await scrollWatched(false);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    await scrollWatched(true);
    expect(await screen.findByRole('link', { name: 'Offer for p1' })).toBeVisible();
  });

  it('is absent in a shop without the offers page', async () => {
    await renderPage(<OfferPlace productIds={[]} />, { widgets: {} });
    expect(document.querySelector('.place')).toBeNull();
  });
});
