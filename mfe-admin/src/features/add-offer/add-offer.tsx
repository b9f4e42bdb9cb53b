import { Button, ErrorState } from '@kinmel/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ContentTitle } from '../../frame/content-title.tsx';
import { Placeholder, RetryAlert } from '../../frame/retry-alert.tsx';
import { RightLink } from '../../frame/right-link.tsx';
import { OfferCards } from './offer-cards.tsx';
import { OfferForm } from './offer-form.tsx';
import { offersApi } from './offers-api.ts';

/** Lists the offers above the form of one offer. It is a tab and a page. */
export default function AddOffer() {
  const list = offersApi.useListAllOffersQuery();
  const [search, setSearch] = useSearchParams();
  const recordId = search.get('record') ?? undefined;
  const editedOffer = list.data?.find(({ _id }) => _id === recordId);
  const [openedOffer, setOpenedOffer] = useState<{ readonly id: string }>();
  /** Part of the form's key: a saved offer leaves an empty form, including its file input. */
  const [saveCount, setSaveCount] = useState(0);

  const editOffer = (id: string | undefined) =>
    setSearch((current) => {
      const next = new URLSearchParams(current);
      if (id === undefined) next.delete('record');
      else next.set('record', id);
      return next;
    });

  const isLoading = recordId !== undefined && list.data === undefined && !list.isError;
  return (
    <>
      <ContentTitle
        actions={
          recordId === undefined ? null : (
            <>
              <RightLink right="audit.see" to={`/admin/audit?record=${encodeURIComponent(recordId)}`}>
                Who changed it
              </RightLink>{' '}
              <Button look="line" size="medium" onClick={() => editOffer(undefined)}>
                New offer
              </Button>
            </>
          )
        }
      >
        {recordId === undefined ? 'Add Special Offer' : 'Edit Special Offer'}
      </ContentTitle>
      {list.isError && recordId === undefined ? (
        <RetryAlert tone="warn" request={list}>
          Could not load existing offers.
        </RetryAlert>
      ) : null}
      {list.data ? (
        <OfferCards
          offers={list.data}
          onEdit={(id) => {
            setOpenedOffer({ id });
            if (id !== recordId) editOffer(id);
          }}
          onStale={() => void list.refetch()}
          onDeleted={(id) => {
            if (id === recordId) editOffer(undefined);
          }}
        />
      ) : null}
      {isLoading ? <Placeholder height={480} /> : null}
      {recordId !== undefined && !editedOffer && !isLoading ? (
        <ErrorState
          text={list.isError ? 'Could not load existing offers.' : 'There is no such offer.'}
          request={list}
        />
      ) : null}
      {recordId === undefined || editedOffer ? (
        <OfferForm
          key={`${recordId ?? 'new'} ${saveCount}`}
          offer={editedOffer}
          offers={list.data ?? []}
          opened={openedOffer?.id === recordId ? openedOffer : undefined}
          onSaved={() => {
            setSaveCount((count) => count + 1);
            setOpenedOffer(undefined);
            if (recordId !== undefined) editOffer(undefined);
          }}
        />
      ) : null}
    </>
  );
}
