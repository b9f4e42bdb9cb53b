import { setImmediate as nextTurn } from 'node:timers/promises';
import { endOf, type Logger, sweepDue } from '@kinmel/service-kit';
import { writeMails } from '../../mails/write-mail.ts';
import type { NewsletterIssue } from '../newsletter.rules.ts';
import type { NewsletterContext } from '../newsletter-context.ts';

/** Small, because the process is blocked while a batch is rendered. */
const batchSize = 25;

/** Longer than a batch takes. After a crash, another instance takes over. */
const claimMs = 30_000;

/**
 * Writes the mails of started issues, in turn one batch of each (NOT-N9, NOT-N10). After a crash at most one batch is
 * repeated, whose mails have the same ids (NOT-M1).
 */
export async function writeIssueMails(
  context: NewsletterContext & { readonly logger: Logger },
  stopping?: AbortSignal,
): Promise<void> {
  const { newsletterIssues, now, logger } = context;
  await sweepDue(
    {
      due: (limit) => newsletterIssues.due(now(), limit),
      claim: (offerId) => newsletterIssues.claim(offerId, now(), claimMs),
      work: (issue) => writeBatch(context, issue),
      onFailure: (error, { offer }) =>
        logger.error(
          { err: error, offerId: offer.offerId },
          'newsletter mails about an offer could not be written',
        ),
    },
    { stopping, concurrency: 1 },
  );
}

async function writeBatch(
  context: NewsletterContext,
  { offer, cursor }: NewsletterIssue & { readonly cursor: string },
): Promise<void> {
  const { newsletter, newsletterIssues, newsletterLinks, now, dayOf, seal } = context;
  const { offerId, ...data } = offer;
  const sendBefore = endOf(data.validUntil, { dayOf });
  const subscribers = sendBefore > now() ? await newsletter.confirmedAfter(cursor, batchSize) : [];
  if (subscribers.length > 0)
    await context.inTransaction(async (session) => {
      // Skips those who have unsubscribed since the batch was read (NOT-N6).
      const confirmedIds = await newsletter.stillConfirmed(
        subscribers.map(({ subscriptionId }) => subscriptionId),
        session,
      );
      await writeMails(
        context,
        subscribers
          .filter(({ subscriptionId }) => confirmedIds.has(subscriptionId))
          .map((subscriber) => ({
            template: 'newsletter-offer' as const,
            cause: `${offerId}-${subscriber.subscriptionId}`,
            to: subscriber.email,
            personId: subscriber.subscriptionId,
            data,
            sealed: { unsubscribeToken: seal(newsletterLinks.unsubscribeToken(subscriber)) },
            sendBefore,
          })),
        session,
      );
    });
  await newsletterIssues.advance(
    offerId,
    subscribers.at(-1)?.subscriptionId ?? cursor,
    subscribers.length < batchSize,
  );
  await nextTurn();
}
