import type { AdminOffer } from '@kinmel/contracts';
import { isFoundBy } from '@kinmel/contracts/browser';
import { Button, ConfirmDialog, EmptyState } from '@kinmel/ui';
import { apiProblem, formatDate, serverNow, shopDayOf, toast } from '@kinmel/web-kit';
import { use, useState } from 'react';
import { reasonOf } from '../../failure-text.ts';
import { IsInDashboard } from '../../frame/content-title.tsx';
import layout from '../../frame/layout.module.css';
import { Pager } from '../../lists/pager.tsx';
import { StatusBadge } from '../../lists/status/status.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import classes from './offer-cards.module.css';
import { stateOf } from './offer-form.rules.ts';
import { offersApi } from './offers-api.ts';

const showFailure = (error: unknown, fallback: string) => toast.error(`Error: ${reasonOf(error, fallback)}`);

const redemptionsOf = ({ currentRedemptions: used, maxRedemptions: limit }: AdminOffer): string =>
  limit === null ? `${used} used, no limit` : `${used} used, ${Math.max(limit - used, 0)} left`;

const cardsPerPage = 6;

const matchesSearch = ({ title, promoCode, category }: AdminOffer, search: string): boolean =>
  isFoundBy(search, { texts: [title, category], codes: [promoCode] });

interface OfferCardProps {
  offer: AdminOffer;
  /** Today in Nepal, `YYYY-MM-DD`. */
  today: string;
  onEdit: (id: string) => void;
  onDelete: (offer: AdminOffer) => void;
  /** Called when another user changed or deleted the offer. */
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
    showFailure(error, 'Failed to update offer status');
    if (isStale(error)) onStale();
  };
  return (
    <li className={`${layout.box} type-small anywhere ${classes.card}`}>
      <div className="ends gap-12">
        <Title className="type-card">{title}</Title>
        <StatusBadge status={stateOf(offer, today)} />
      </div>
      <p>{`${offer.discount}, ${offer.category}`}</p>
      <p className="strong">{offer.promoCode}</p>
      <p className="type-hint anywhere">
        {`${formatDate(offer.validFrom, 'short')} to ${formatDate(offer.validUntil, 'short')}`}
      </p>
      <p className="type-hint anywhere">{redemptionsOf(offer)}</p>
      <div className={`row ${classes.actions}`}>
        {(
          [
            ['Edit', 'line', () => onEdit(id)],
            [isActive ? 'Deactivate' : 'Activate', 'line', () => void change()],
            ['Delete', 'ghostDanger', () => onDelete(offer)],
          ] as const
        ).map(([text, look, onClick]) => (
          <Button
            key={text}
            look={look}
            size="small"
            busy={isLoading && text.endsWith('ctivate')}
            aria-label={`${text} ${title}`}
            onClick={onClick}
          >
            {text}
          </Button>
        ))}
      </div>
    </li>
  );
}

interface OfferCardsProps {
  offers: readonly AdminOffer[];
  onEdit: (id: string) => void;
  /** Called after an offer was deleted. */
  onDeleted: (id: string) => void;
  /** Called when the list is out of date. */
  onStale: () => void;
}

/** All offers, including expired and inactive ones. */
export function OfferCards({ offers, onEdit, onDeleted, onStale }: OfferCardsProps) {
  const Heading = use(IsInDashboard) ? 'h3' : 'h2';
  const [offerToDelete, setOfferToDelete] = useState<AdminOffer>();
  // Not in the address: a navigation would trigger the leave guard of the form below.
  const [search, setSearch] = useState('');
  const [wantedPage, setPage] = useState(1);
  const matches = offers.filter((offer) => matchesSearch(offer, search));
  const totalPages = Math.max(1, Math.ceil(matches.length / cardsPerPage));
  const page = Math.min(wantedPage, totalPages);
  const [remove, { isLoading }] = offersApi.useDeleteOfferMutation();
  const [today] = useState(() => shopDayOf(serverNow()));
  const deleteOffer = async ({ _id: id }: AdminOffer) => {
    const { data, error } = await remove(id);
    setOfferToDelete(undefined);
    // Another user has already deleted it.
    if (apiProblem(error).status === 404) onStale();
    else if (!data) return showFailure(error, 'Failed to delete special offer');
    toast.success('Special offer deleted successfully!');
    onDeleted(id);
  };
  return (
    <section aria-labelledby="existing-offers" className={`stack gap-20 ${classes.section}`}>
      <Heading id="existing-offers" className={layout.blockTitle}>
        Existing offers
      </Heading>
      {offers.length === 0 ? (
        <EmptyState text="There are no offers yet." />
      ) : (
        <div className="row">
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
      {offers.length > 0 && matches.length === 0 ? <EmptyState text="No offers found" /> : null}
      <ul aria-label="Offers" className={`stack gap-16 ${classes.cards}`}>
        {matches.slice((page - 1) * cardsPerPage, page * cardsPerPage).map((offer) => (
          <OfferCard
            key={offer._id}
            offer={offer}
            today={today}
            onEdit={onEdit}
            onDelete={setOfferToDelete}
            onStale={onStale}
          />
        ))}
      </ul>
      <Pager
        page={page}
        totalPages={totalPages}
        onPage={setPage}
        rows={{ total: matches.length, pageSize: cardsPerPage }}
      />
      <ConfirmDialog
        open={offerToDelete !== undefined}
        title="Delete offer"
        confirm="Delete"
        busy={isLoading}
        onClose={() => setOfferToDelete(undefined)}
        onConfirm={() => offerToDelete && void deleteOffer(offerToDelete)}
      >
        <p>{`Are you sure you want to delete the offer "${offerToDelete?.title ?? ''}"? Orders that used it keep it. This action cannot be undone.`}</p>
      </ConfirmDialog>
    </section>
  );
}
