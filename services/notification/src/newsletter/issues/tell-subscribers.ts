import { writeMail } from '../../mails/write-mail.ts';
import { endOf } from '../newsletter.rules.ts';
import type { NewsletterContext } from '../newsletter-context.ts';

const batchSize = 100;

/**
 * Writes the mails of issues whose time has come, a hundred subscribers at a time, and resolves with how many were
 * gone through. A crash in between repeats at most one batch, whose mails are known by their ids (M1, N9).
 */
export async function tellSubscribers(context: NewsletterContext): Promise<number> {
  const { newsletter, newsletterIssues, newsletterLinks, now, dayOf, seal } = context;
  let count = 0;
  for (;;) {
    const issue = await newsletterIssues.due(now());
    if (issue === undefined) return count;
    const { offerId, ...data } = issue.offer;
    const sendBefore = endOf(data.validUntil, dayOf);
    const subscribers = sendBefore > now() ? await newsletter.confirmedAfter(issue.cursor, batchSize) : [];
    for (const subscriber of subscribers) {
      const { subscriptionId: personId, email: to } = subscriber;
      await newsletter.inTransaction(async (session) => {
        // Who has ended it since the batch was read is written to no more (N6).
        if (!(await newsletter.isStillWanted(personId, session))) return;
        await writeMail(
          context,
          {
            template: 'newsletter-offer',
            cause: `${offerId}-${personId}`,
            to,
            personId,
            data,
            sealed: { unsubscribeToken: seal(newsletterLinks.unsubscribeToken(subscriber)) },
            sendBefore,
          },
          session,
        );
      });
    }
    count += subscribers.length;
    await newsletterIssues.advance(
      offerId,
      subscribers.at(-1)?.subscriptionId ?? issue.cursor,
      subscribers.length < batchSize,
    );
  }
}
