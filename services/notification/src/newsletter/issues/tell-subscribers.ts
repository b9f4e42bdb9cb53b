import { writeMail } from '../../mails/write-mail.ts';
import type { NewsletterContext } from '../newsletter-context.ts';

const batchSize = 100;

/**
 * Writes the mails of issues whose time has come, a hundred subscribers at a time, and resolves with how many were
 * gone through. A crash in between repeats at most one batch, whose mails are known by their ids (M1, N9).
 */
export async function tellSubscribers(context: NewsletterContext): Promise<number> {
  const { newsletter, newsletterIssues, newsletterLinks, now, seal } = context;
  let count = 0;
  for (;;) {
    const issue = await newsletterIssues.due(now());
    if (issue === undefined) return count;
    const { offerId, ...data } = issue.offer;
    const subscribers = await newsletter.confirmedAfter(issue.cursor, batchSize);
    for (const subscriber of subscribers) {
      const { subscriptionId: personId, email: to } = subscriber;
      await newsletter.inTransaction((session) =>
        writeMail(
          context,
          {
            template: 'newsletter-offer',
            cause: `${offerId}-${personId}`,
            to,
            personId,
            data,
            sealed: { unsubscribeToken: seal(newsletterLinks.unsubscribeToken(subscriber)) },
            sendBefore: new Date(Date.parse(`${data.validUntil}T00:00:00Z`) + 24 * 60 * 60_000),
          },
          session,
        ),
      );
    }
    count += subscribers.length;
    await newsletterIssues.advance(
      offerId,
      subscribers.at(-1)?.subscriptionId ?? issue.cursor,
      subscribers.length < batchSize,
    );
  }
}
