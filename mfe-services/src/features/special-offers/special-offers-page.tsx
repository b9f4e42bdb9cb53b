import type { Offer } from '@kinmel/contracts';
import { Alert, Button, Container, EmptyState, ErrorState, Pill, Pills, VisuallyHidden } from '@kinmel/ui';
import { usePageTitle } from '@kinmel/web-kit';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useLiveOffers } from '../../offers/live-offers.ts';
import { categoriesOf } from '../../offers/offer.rules.ts';
import { servicesApi } from '../../services-api.ts';
import { ClaimDialog } from './claim-dialog.tsx';
import { NewsletterBox } from './newsletter-box.tsx';
import { OfferBanners } from './offer-banners.tsx';
import { OfferGrid, OfferGridSkeleton } from './offer-grid.tsx';
import classes from './special-offers-page.module.css';

const allOffers = 'All Offers';
/** State of the history entry that Claim Offer adds; an opened link has none. */
const claimState = { isClaimedHere: true };
const failedText = 'Failed to fetch offers. Please try again later.';

/** `/specialoffers`. Filter and claimed offer are in the address, so that they can be shared. */
export default function SpecialOffersPage() {
  usePageTitle('Special Offers');
  const request = servicesApi.useListOffersQuery();
  const offers = useLiveOffers(request.data);
  const [search, setSearch] = useSearchParams();
  const category = search.get('category') ?? allOffers;
  const visibleOffers = offers?.filter((offer) => category === allOffers || offer.category === category);
  const heading = useRef<HTMLHeadingElement>(null);
  const claimedOffer = offers?.find(({ id }) => id === search.get('offer'));

  const updateAddress = (changes: Readonly<Record<string, string | undefined>>, addsHistoryEntry = false) => {
    setSearch(
      (before) => {
        const parameters = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) parameters.delete(name);
          else parameters.set(name, value);
        }
        return parameters;
      },
      {
        replace: !addsHistoryEntry,
        preventScrollReset: true,
        ...(addsHistoryEntry && { state: claimState }),
      },
    );
  };

  const showAll = () => {
    // The pressed button is removed.
    heading.current?.focus({ preventScroll: true });
    updateAddress({ category: undefined });
  };

  // Opening the dialog adds a history entry, so that Back closes it. Closing goes back.
  const navigate = useNavigate();
  const isOwnEntry = (useLocation().state as Partial<typeof claimState> | null)?.isClaimedHere === true;
  const isClosing = useRef(false);
  const claimedId = claimedOffer?.id;
  useEffect(() => {
    if (claimedId !== undefined) isClosing.current = false;
  }, [claimedId]);
  const close = () => {
    if (!isOwnEntry) return updateAddress({ offer: undefined });
    // A double click must not go back twice.
    if (isClosing.current) return;
    isClosing.current = true;
    void navigate(-1);
  };

  return (
    <Container className={classes.page}>
      <OfferBanners />
      <header className={`ends ${classes.head}`}>
        <h1>Special Offers</h1>
        <Button
          look="line"
          size="medium"
          onClick={() => void request.refetch()}
          busy={request.isFetching && !request.isLoading}
          busyText="Refresh"
        >
          <RefreshCw />
          Refresh
        </Button>
      </header>
      {offers ? (
        <CategoryFilter
          offers={offers}
          chosen={category}
          onChoose={(next) => updateAddress({ category: next === allOffers ? undefined : next })}
        />
      ) : (
        <Pills legend="" aria-hidden="true" />
      )}
      <VisuallyHidden as="h2" ref={heading} tabIndex={-1}>
        Offers
      </VisuallyHidden>
      {offers && request.error !== undefined ? (
        <Alert tone="bad" className={classes.failed}>
          {failedText}
        </Alert>
      ) : null}
      <div aria-busy={request.isFetching}>
        {visibleOffers === undefined && request.error === undefined ? <OfferGridSkeleton count={6} /> : null}
        {visibleOffers === undefined && request.error !== undefined ? (
          <ErrorState text={failedText} retryLabel="Try Again" request={request} />
        ) : null}
        {visibleOffers?.length === 0 ? (
          <EmptyState
            text={`No offers available for ${category} at this time.`}
            actions={
              category === allOffers ? null : (
                <Button size="medium" onClick={showAll}>
                  {allOffers}
                </Button>
              )
            }
          />
        ) : null}
        {visibleOffers?.length ? (
          <OfferGrid offers={visibleOffers} onClaim={({ id }) => updateAddress({ offer: id }, true)} />
        ) : null}
      </div>
      <NewsletterBox />
      <ClaimDialog offer={claimedOffer} onClose={close} />
    </Container>
  );
}

interface CategoryFilterProps {
  offers: readonly Offer[];
  chosen: string;
  onChoose: (category: string) => void;
}

function CategoryFilter({ offers, chosen, onChoose }: CategoryFilterProps) {
  const categories = [...categoriesOf(offers)];
  // A category of the address without offers stays visible.
  if (![allOffers, ...categories].includes(chosen)) categories.push(chosen);
  const filter = (category: string) => (
    <Pill key={category} isChosen={category === chosen} onChoose={() => onChoose(category)}>
      {category}
    </Pill>
  );
  return (
    <Pills legend="Show offers of">
      {filter(allOffers)}
      <span className={`type-detail ${classes.label}`}>By category:</span>
      {categories.map(filter)}
    </Pills>
  );
}
