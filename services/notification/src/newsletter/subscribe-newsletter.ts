import { setTimeout as pause } from 'node:timers/promises';
import type { subscribeNewsletter as endpoint } from '@kinmel/contracts';
import { type ContentOf, normalEmail, ProblemError } from '@kinmel/service-kit';
import { writeMail } from '../mails/write-mail.ts';
import { confirmSubscription, confirmWithinHours, requestConfirmation } from './newsletter.rules.ts';
import type { NewsletterContext } from './newsletter-context.ts';
import { AddressTakenError } from './newsletter-subscriptions.store.ts';

type Answer = ContentOf<typeof endpoint>;

/**
 * Mails a request to confirm an address. The answer and its time are the same for a new, a pending and a confirmed
 * address.
 */
export async function subscribeNewsletter(
  context: NewsletterContext,
  { email: enteredEmail, address }: { readonly email: string; readonly address: string },
): Promise<Answer> {
  const email = normalEmail(enteredEmail);
  await context.countNewsletterAsk({ address, person: email }, () =>
    Promise.all([mailConfirmation(context, email), pause(context.newsletterAnswerMs)]),
  );
  return {
    message: 'Thank you. Unless this address is on the list already, we have sent it a mail: say yes there.',
  };
}

async function mailConfirmation(context: NewsletterContext, email: string): Promise<void> {
  const { newsletter, newsletterLinks, newId, now, seal } = context;
  try {
    await context.inTransaction(async (session) => {
      const current = await newsletter.findByEmail(email, session);
      const next = requestConfirmation(current, { email, newId: newId(), now: now() });
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

/** Confirms a subscription by the link of a mail (NOT-N2). Following it twice sends one welcome mail. */
export async function confirmNewsletter(context: NewsletterContext, token: string): Promise<Answer> {
  const { newsletter, newsletterLinks, now, seal } = context;
  const link = newsletterLinks.readConfirmToken(token);
  const isConfirmed =
    link !== undefined &&
    (await context.inTransaction(async (session) => {
      const current = await newsletter.find(link.subscriptionId, session);
      const next = confirmSubscription(current, { round: link.round, now: now() });
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
  return { message: 'Thank you. You get the newsletter from now on.' };
}

/** Ends a subscription and deletes its address and mails (NOT-N6). Idempotent. */
export async function unsubscribeNewsletter(context: NewsletterContext, token: string): Promise<Answer> {
  const { mails, newsletter, newsletterLinks } = context;
  const link = newsletterLinks.readUnsubscribeToken(token);
  if (link === undefined)
    throw new ProblemError('not-found', 'This link is not complete. Open it from the mail once more.');
  await context.inTransaction(async (session) => {
    await newsletter.delete(link.subscriptionId, session);
    await mails.forget(link.subscriptionId, session);
  });
  return { message: 'You get no newsletter any more. We have forgotten the address.' };
}
