import type { AnswerOf, unsubscribeNewsletter as endpoint } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { NewsletterContext } from './newsletter-context.ts';

/** Ends a subscription and deletes its address and mails (N6). Idempotent. */
export async function unsubscribeNewsletter(
  context: NewsletterContext,
  token: string,
): Promise<AnswerOf<typeof endpoint>> {
  const { mails, newsletter, newsletterLinks } = context;
  const link = newsletterLinks.readUnsubscribeToken(token);
  if (link === undefined)
    throw new ProblemError('not-found', 'This link is not complete. Open it from the mail once more.');
  await newsletter.inTransaction(async (session) => {
    await newsletter.delete(link.subscriptionId, session);
    await mails.forget(link.subscriptionId, session);
  });
  return { success: true, message: 'You get no newsletter any more. We have forgotten the address.' };
}
