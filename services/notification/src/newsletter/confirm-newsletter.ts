import type { AnswerOf, confirmNewsletter as endpoint } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import { writeMail } from '../mails/write-mail.ts';
import { confirmYes } from './newsletter.rules.ts';
import type { NewsletterContext } from './newsletter-context.ts';

/** Confirms a subscription by the link of a mail (N2). Following it twice sends one welcome mail. */
export async function confirmNewsletter(
  context: NewsletterContext,
  token: string,
): Promise<AnswerOf<typeof endpoint>> {
  const { newsletter, newsletterLinks, now, seal } = context;
  const link = newsletterLinks.readConfirmToken(token);
  const isConfirmed =
    link !== undefined &&
    (await newsletter.inTransaction(async (session) => {
      const current = await newsletter.find(link.subscriptionId, session);
      const next = confirmYes(current, { round: link.round, now: now() });
      if (next === undefined) return false;
      await newsletter.save(next, session);
      await writeMail(
        context,
        {
          template: 'newsletter-welcome',
          cause: next.subscriptionId,
          to: next.email,
          personId: next.subscriptionId,
          data: {},
          sealed: { unsubscribeToken: seal(newsletterLinks.unsubscribeToken(next)) },
        },
        session,
      );
      return true;
    }));
  if (!isConfirmed)
    throw new ProblemError('not-found', 'This link is not valid any more. Enter your address once more.');
  return { success: true, message: 'Thank you. You get the newsletter from now on.' };
}
