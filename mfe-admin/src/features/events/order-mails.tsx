import type { Mail } from '@kinmel/contracts';
import { Button, EmptyState, RequestState, Skeleton, StatusChip } from '@kinmel/ui';
import { apiProblem, toast } from '@kinmel/web-kit';
import layout from '../../frame/layout.module.css';
import { mailsApi } from '../../mails/mails-api.ts';
import { formatSecond } from '../../time/format-moment.ts';
import classes from './events.module.css';

const stateLabels = {
  waiting: ['warn', 'Waits'],
  sent: ['ok', 'Sent'],
  failed: ['bad', 'Failed'],
  superseded: ['mute', 'Superseded'],
} as const;

/** The mails about an order and their state, without their texts and full addresses. */
export function OrderMails({ orderId }: { orderId: string }) {
  const request = mailsApi.useListMailsAboutQuery(orderId);
  const { currentData: mails } = request;
  const [retry, retrying] = mailsApi.useRetryMailMutation();
  const onRetry = async ({ mailId, subject }: Mail) => {
    const { error: failure } = await retry(mailId);
    if (failure) toast.error(apiProblem(failure).message ?? 'The mail could not be sent again.');
    else toast.success(`"${subject}" is sent again`);
    void request.refetch();
  };
  return (
    <section className={`${layout.box} stack gap-12`} aria-labelledby="mails-of-order">
      <div className="row">
        <h2 id="mails-of-order" className={classes.heading}>
          Mails
        </h2>
      </div>
      {mails === undefined ? (
        <RequestState
          request={request}
          text="notification does not answer: the mails of this order are missing here."
        >
          <Skeleton width="100%" height={96} />
        </RequestState>
      ) : mails.length === 0 ? (
        <EmptyState text="No mail has been written yet." />
      ) : (
        <ul className="stack gap-12">
          {mails.map((mail) => {
            const { mailId, subject, to, state, attempts, createdAt, sentAt, lastError } = mail;
            const [tone, words] = stateLabels[state];
            return (
              <li key={mailId} className={`stack gap-4 ${classes.event}`}>
                <h3 className="type-label">{subject}</h3>
                <p className="type-hint anywhere">
                  <span>{`to ${to}, written`}</span>{' '}
                  <time dateTime={createdAt}>{formatSecond(createdAt)}</time>
                  <span>{`, tries: ${attempts}`}</span>
                </p>
                <div className="stack gap-8 type-small">
                  <div className="row">
                    <StatusChip tone={tone}>{words}</StatusChip>
                    {sentAt === null ? null : <time dateTime={sentAt}>{formatSecond(sentAt)}</time>}
                    {state !== 'sent' && lastError ? (
                      <span className={`quiet anywhere ${classes.reason}`}>{lastError}</span>
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
