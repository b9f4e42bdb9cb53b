import type { OfferSnapshot } from '@kinmel/contracts';
import type { ClientSession } from 'mongoose';
import { issueOf } from '../newsletter.rules.ts';
import type { NewsletterContext } from '../newsletter-context.ts';

/** Schedules or cancels the newsletter about an offer (N9). */
export async function followOffer(
  { newsletterIssues, now, dayOf }: NewsletterContext,
  news: { readonly offerId: string; readonly version: number; readonly offer: OfferSnapshot | undefined },
  session: ClientSession,
): Promise<void> {
  const issue = news.offer === undefined ? undefined : issueOf(news.offer, now(), dayOf);
  await newsletterIssues.follow(news.offerId, news.version, issue, session);
}
