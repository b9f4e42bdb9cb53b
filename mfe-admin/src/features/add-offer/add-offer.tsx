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
  const record = search.get('record') ?? undefined;
  const edited = list.data?.find(({ _id }) => _id === record);
  const [opened, setOpened] = useState<{ readonly id: string }>();
  /** Part of the form's key: a saved offer leaves an empty form, including its file input. */
  const [saved, setSaved] = useState(0);

  const edit = (id: string | undefined) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (id === undefined) after.delete('record');
      else after.set('record', id);
      return after;
    });

  const isWaiting = record !== undefined && list.data === undefined && !list.isError;
  return (
    <>
      <ContentTitle
        actions={
          record === undefined ? null : (
            <>
              <RightLink right="audit.see" to={`/admin/audit?record=${encodeURIComponent(record)}`}>
                Who changed it
              </RightLink>{' '}
              <Button look="line" size="medium" onClick={() => edit(undefined)}>
                New offer
              </Button>
            </>
          )
        }
      >
        {record === undefined ? 'Add Special Offer' : 'Edit Special Offer'}
      </ContentTitle>
      {list.isError && record === undefined ? (
        <RetryAlert tone="warn" request={list}>
          Could not load existing offers.
        </RetryAlert>
      ) : null}
      {list.data ? (
        <OfferCards
          offers={list.data}
          onEdit={(id) => {
            setOpened({ id });
            if (id !== record) edit(id);
          }}
          onStale={() => void list.refetch()}
          onDeleted={(id) => {
            if (id === record) edit(undefined);
          }}
        />
      ) : null}
      {isWaiting ? <Placeholder height={480} /> : null}
      {record !== undefined && !edited && !isWaiting ? (
        <ErrorState
          text={list.isError ? 'Could not load existing offers.' : 'There is no such offer.'}
          request={list}
        />
      ) : null}
      {record === undefined || edited ? (
        <OfferForm
          key={`${record ?? 'new'} ${saved}`}
          offer={edited}
          offers={list.data ?? []}
          opened={opened?.id === record ? opened : undefined}
          onSaved={() => {
            setSaved((count) => count + 1);
            setOpened(undefined);
            if (record !== undefined) edit(undefined);
          }}
        />
      ) : null}
    </>
  );
}
