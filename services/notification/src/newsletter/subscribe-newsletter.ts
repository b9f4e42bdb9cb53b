import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerOf, subscribeNewsletter as endpoint } from '@kinmel/contracts';
import { normalEmail } from '@kinmel/service-kit';
import { writeMail } from '../mails/write-mail.ts';
import { askForYes, confirmWithinHours } from './newsletter.rules.ts';
import type { NewsletterContext } from './newsletter-context.ts';
import { AddressTakenError } from './newsletter-subscriptions.store.ts';

/**
 * Asks an address by mail to confirm. The answer and its time are the same for a new, an asked and a confirmed address.
 */
export async function subscribeNewsletter(
  context: NewsletterContext,
  { email: entered, address }: { readonly email: string; readonly address: string },
): Promise<AnswerOf<typeof endpoint>> {
  await context.countNewsletterAsk(address);
  await Promise.all([ask(context, normalEmail(entered)), pause(context.newsletterAnswerMs)]);
  return {
    success: true,
    message: 'Thank you. Unless this address is on the list already, we have sent it a mail: say yes there.',
  };
}

async function ask(context: NewsletterContext, email: string): Promise<void> {
  const { newsletter, newsletterLinks, newId, now, seal } = context;
  try {
    await newsletter.inTransaction(async (session) => {
      const current = await newsletter.findByEmail(email, session);
      const next = askForYes(current, { email, newId: newId(), now: now() });
      if (next === undefined) return;
      await newsletter.save(next, session);
      await writeMail(
        context,
        {
          template: 'newsletter-confirm',
          cause: `${next.subscriptionId}-${next.round}`,
          to: email,
          personId: next.subscriptionId,
          data: { validHours: confirmWithinHours },
          sealed: {
            confirmToken: seal(newsletterLinks.confirmToken(next)),
            unsubscribeToken: seal(newsletterLinks.unsubscribeToken(next)),
          },
          sendBefore: new Date(next.askedAt.getTime() + confirmWithinHours * 60 * 60_000),
        },
        session,
      );
    });
  } catch (error) {
    // The concurrent request wrote the same mail.
    if (!(error instanceof AddressTakenError)) throw error;
  }
}
