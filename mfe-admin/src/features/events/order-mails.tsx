import type { Mail } from '@kinmel/contracts';
import { Button, EmptyState, ErrorState, Loading, Skeleton, StatusChip } from '@kinmel/ui';
import { apiProblem, toast } from '@kinmel/web-kit';
import { mailsApi } from '../../mails/mails-api.ts';
import classes from './events.module.css';
import { formatSecond } from './events.rules.ts';

const stateWords = {
  waiting: ['warn', 'Waits'],
  sent: ['ok', 'Sent'],
  failed: ['bad', 'Failed'],
} as const;

/** The mails about an order: what became of each, and another try of what failed. No text and no whole address is shown. */
export function OrderMails({ orderId }: { orderId: string }) {
  const { currentData: mails, error, isFetching, refetch } = mailsApi.useListMailsAboutQuery(orderId);
  const [retry, retrying] = mailsApi.useRetryMailMutation();
  const onRetry = async ({ mailId, subject }: Mail) => {
    const { error: failure } = await retry(mailId);
    if (failure) toast.error(apiProblem(failure).message ?? 'The mail could not be sent again.');
    else toast.success(`"${subject}" is sent again`);
    void refetch();
  };
  return (
    <section className={classes.box} aria-labelledby="mails-of-order">
      <div className={classes.boxHead}>
        <h2 id="mails-of-order" className={classes.heading}>
          Mails
        </h2>
      </div>
      {mails === undefined && error !== undefined ? (
        <ErrorState
          text="notification does not answer: the mails of this order are missing here."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : mails === undefined ? (
        <Loading>
          <Skeleton width="100%" height={96} />
        </Loading>
      ) : mails.length === 0 ? (
        <EmptyState text="No mail has been written yet." />
      ) : (
        <ul className={classes.events}>
          {mails.map((mail) => {
            const { mailId, subject, to, state, attempts, createdAt, sentAt, lastError } = mail;
            const [tone, words] = stateWords[state];
            return (
              <li key={mailId} className={classes.event}>
                <h3 className={classes.what}>{subject}</h3>
                <p className={classes.detail}>
                  to {to}, written <time dateTime={createdAt}>{formatSecond(createdAt)}</time>, tries:{' '}
                  {attempts}
                </p>
                <div className={classes.deliveries}>
                  <div>
                    <StatusChip tone={tone}>{words}</StatusChip>
                    {sentAt === null ? null : <time dateTime={sentAt}>{formatSecond(sentAt)}</time>}
                    {state !== 'sent' && lastError ? (
                      <span className={classes.reason}>{lastError}</span>
                    ) : null}
                    {state === 'failed' ? (
                      <Button
                        look="line"
                        size="small"
                        busy={retrying.isLoading && retrying.originalArgs === mailId}
                        onClick={() => void onRetry(mail)}
                        aria-label={`Send again "${subject}"`}
                      >
                        Send again
                      </Button>
                    ) : null}
                  </div>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
