import type { AdminOffer } from '@kinmel/contracts';
import { Button, Dialog, EmptyState } from '@kinmel/ui';
import { apiProblem, formatDate, toast } from '@kinmel/web-kit';
import { use, useRef, useState } from 'react';
import { IsInDashboard } from '../../frame/content-title.tsx';
import { Pager } from '../../lists/pager.tsx';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import classes from './offer-cards.module.css';
import { dayOf, stateOf } from './offer-form.rules.ts';
import { offersApi } from './offers-api.ts';

const failed = (error: unknown, fallback: string) =>
  toast.error(`Error: ${apiProblem(error).kind === 'answer' ? apiProblem(error).message : fallback}`);

const redemptionsOf = ({ currentRedemptions: used, maxRedemptions: most }: AdminOffer): string =>
  most === null ? `${used} used, no limit` : `${used} used, ${Math.max(most - used, 0)} left`;

/** A page of cards; the form stands below it. */
const cardsPerPage = 6;

const fits = ({ title, promoCode, category }: AdminOffer, search: string): boolean =>
  [title, promoCode, category].some((text) => text.toLowerCase().includes(search.toLowerCase()));

interface OfferCardProps {
  offer: AdminOffer;
  /** The shop's day, `YYYY-MM-DD`. */
  today: string;
  onEdit: (id: string) => void;
  onDelete: (offer: AdminOffer) => void;
  /** Somebody else deleted it or changed it. */
  onStale: () => void;
}

const isStale = (error: unknown) => [404, 409].includes(Number(apiProblem(error).status));

function OfferCard({ offer, today, onEdit, onDelete, onStale }: OfferCardProps) {
  const [toggle, { isLoading }] = offersApi.useToggleOfferMutation();
  const { _id: id, title, isActive } = offer;
  const Title = use(IsInDashboard) ? 'h4' : 'h3';
  const change = async () => {
    const { data, error } = await toggle({ id, isActive: !isActive });
    if (data) return toast.success(`Offer ${data.isActive ? 'activated' : 'deactivated'} successfully!`);
    failed(error, 'Failed to update offer status');
    if (isStale(error)) onStale();
  };
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Title className={classes.title}>{title}</Title>
        <StatusBadge status={stateOf(offer, today)} />
      </div>
      <p>
        {offer.discount}, {offer.category}
      </p>
      <p className={classes.code}>{offer.promoCode}</p>
      <p className={classes.detail}>
        {formatDate(offer.validFrom, 'short')} to {formatDate(offer.validUntil, 'short')}
      </p>
      <p className={classes.detail}>{redemptionsOf(offer)}</p>
      <div className={classes.actions}>
        <Button look="line" size="small" aria-label={`Edit ${title}`} onClick={() => onEdit(id)}>
          Edit
        </Button>
        <Button
          look="line"
          size="small"
          aria-label={`${isActive ? 'Deactivate' : 'Activate'} ${title}`}
          busy={isLoading}
          onClick={() => void change()}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </Button>
        <Button
          look="ghostDanger"
          size="small"
          aria-label={`Delete ${title}`}
          onClick={() => onDelete(offer)}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}

interface OfferCardsProps {
  offers: readonly AdminOffer[];
  onEdit: (id: string) => void;
  /** An offer was deleted. */
  onGone: (id: string) => void;
  /** The list is not what there is any more. */
  onStale: () => void;
}

/** The offers that there are, also expired and inactive ones. */
export function OfferCards({ offers, onEdit, onGone, onStale }: OfferCardsProps) {
  const Heading = use(IsInDashboard) ? 'h3' : 'h2';
  const [asked, setAsked] = useState<AdminOffer>();
  // Not in the address: a step there would ask whether the half-filled form below is left.
  const [search, setSearch] = useState('');
  const [wantedPage, setPage] = useState(1);
  const found = offers.filter((offer) => fits(offer, search));
  const totalPages = Math.max(1, Math.ceil(found.length / cardsPerPage));
  const page = Math.min(wantedPage, totalPages);
  const [remove, { isLoading }] = offersApi.useDeleteOfferMutation();
  const [today] = useState(() => dayOf(new Date()));
  const safe = useRef<HTMLButtonElement>(null);
  const deleteAsked = async ({ _id: id }: AdminOffer) => {
    const { data, error } = await remove(id);
    setAsked(undefined);
    // Gone already is what was wanted.
    if (apiProblem(error).status === 404) onStale();
    else if (!data) return failed(error, 'Failed to delete special offer');
    toast.success('Special offer deleted successfully!');
    onGone(id);
  };
  return (
    <section aria-labelledby="existing-offers" className={classes.section}>
      <Heading id="existing-offers" className={classes.heading}>
        Existing offers
      </Heading>
      {offers.length === 0 ? (
        <EmptyState text="There are no offers yet." />
      ) : (
        <div className={classes.search}>
          <SearchBox
            label="Search offers"
            placeholder="Search by title, promo code or category"
            value={search}
            onSearch={(words) => {
              setSearch(words);
              setPage(1);
            }}
          />
        </div>
      )}
      {offers.length > 0 && found.length === 0 ? <EmptyState text="No offers found" /> : null}
      <ul aria-label="Offers" className={classes.cards}>
        {found.slice((page - 1) * cardsPerPage, page * cardsPerPage).map((offer) => (
          <OfferCard
            key={offer._id}
            offer={offer}
            today={today}
            onEdit={onEdit}
            onDelete={setAsked}
            onStale={onStale}
          />
        ))}
      </ul>
      <Pager
        page={page}
        totalPages={totalPages}
        onPage={setPage}
        rows={{ total: found.length, pageSize: cardsPerPage }}
      />
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Delete offer"
        initialFocus={safe}
        withoutCross
        actions={
          <>
            <Button ref={safe} look="line" onClick={() => setAsked(undefined)}>
              Cancel
            </Button>
            <Button look="danger" busy={isLoading} onClick={() => asked && void deleteAsked(asked)}>
              Delete
            </Button>
          </>
        }
      >
        <p>
          Are you sure you want to delete the offer "{asked?.title}"? Orders that used it keep it. This action
          cannot be undone.
        </p>
      </Dialog>
    </section>
  );
}
