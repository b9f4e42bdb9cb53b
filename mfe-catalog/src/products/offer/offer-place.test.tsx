import { renderPage, scrollWatched } from '@kinmel/testing/page';
import { screen } from '@testing-library/react';
import { OfferPlace } from './offer-place.tsx';

const OfferRibbon = ({ productIds }: { productIds?: readonly string[] }) => (
  <a href="/specialoffers">Offer for {productIds?.join()}</a>
);

describe('the place of an offer', () => {
  it('asks for the ribbon when it comes into view, not before', async () => {
    await renderPage(<OfferPlace productIds={['p1']} />, {
      widgets: { 'mfe-services/offer-ribbon': OfferRibbon },
    });
    await scrollWatched(false);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    await scrollWatched(true);
    expect(await screen.findByRole('link', { name: 'Offer for p1' })).toBeVisible();
  });

  it('stays empty in a shop without that remote', async () => {
    await renderPage(<OfferPlace productIds={[]} />, { widgets: {} });
    await scrollWatched(true);
    expect(screen.queryByText(/not available/)).not.toBeInTheDocument();
  });
});
