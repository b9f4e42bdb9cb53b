import type { CreditPosting } from '@kinmel/contracts';
import { creditCauseLabels } from '@kinmel/contracts/browser';
import { Alert, Button, takeFocus } from '@kinmel/ui';
import { formatDate, formatMoney, Link } from '@kinmel/web-kit';
import { useState } from 'react';
import classes from '../profile-page.module.css';
import { LoadedSection } from '../profile-section.tsx';
import { creditApi } from './credit-api.ts';

/** The balance of the shop credit and its history. */
export function CreditSection() {
  const [pages, setPages] = useState(1);
  const firstPage = creditApi.useGetMyCreditQuery(1, { refetchOnMountOrArgChange: true });
  const lastPage = creditApi.useGetMyCreditQuery(pages);
  const hasFailed = pages > 1 && lastPage.error !== undefined;
  return (
    <LoadedSection
      id="credit"
      title="Shop credit"
      lead="You can use it at the checkout, beside every other way to pay."
      request={firstPage}
      failureText="Your credit could not be loaded. Please try again."
    >
      {({ balance, history, pagination }) => (
        <>
          <p className="type-section">{formatMoney(balance)}</p>
          {history.length === 0 ? (
            <p className="above-4 quiet">Nothing has changed your credit yet.</p>
          ) : (
            <ol className="above-16" aria-label="Changes of your credit">
              {Array.from({ length: pages }, (_, index) => (
                <Postings key={index + 1} page={index + 1} />
              ))}
            </ol>
          )}
          {hasFailed && !lastPage.isFetching ? (
            <Alert tone="bad" className="above-16">
              More could not be loaded.
            </Alert>
          ) : null}
          {pages < pagination.totalPages || (pages > 1 && !lastPage.currentData) ? (
            <Button
              look="line"
              size="medium"
              className="above-16"
              busy={pages > 1 && lastPage.isFetching}
              onClick={() => (hasFailed ? void lastPage.refetch() : setPages(pages + 1))}
            >
              Show more
            </Button>
          ) : null}
        </>
      )}
    </LoadedSection>
  );
}

/** One page of the history. The first row of each added page takes the focus from the button. */
function Postings({ page }: { page: number }) {
  const { data } = creditApi.useGetMyCreditQuery(page);
  return data?.history.map((posting, index) => (
    <PostingRow key={posting.id} posting={posting} isFocused={page > 1 && index === 0} />
  ));
}

function PostingRow({ posting, isFocused }: { posting: CreditPosting; isFocused: boolean }) {
  const { at, cause, reason, order, amount, balanceAfter } = posting;
  return (
    <li
      ref={isFocused ? takeFocus : null}
      tabIndex={isFocused ? -1 : undefined}
      className={`ends ${classes.choice}`}
    >
      <div>
        <span className="type-strong">{creditCauseLabels[cause]}</span>
        <div className="type-detail">
          <span>{`${[formatDate(at, 'short'), reason].filter(Boolean).join(', ')}`}</span>{' '}
          {order ? <Link to={`/order?id=${encodeURIComponent(order.id)}`}>{order.orderNumber}</Link> : null}
        </div>
      </div>
      <div>
        <span className="type-strong">{`${amount.amountInMinorUnits > 0 ? '+' : ''}${formatMoney(amount)}`}</span>
        <div className="type-detail">{`Balance ${formatMoney(balanceAfter)}`}</div>
      </div>
    </li>
  );
}
