import type { Day } from '@kinmel/service-kit';
import type { MailsContext } from '../mails/write-mail.ts';
import type { NewsletterIssuesStore } from './issues/newsletter-issues.store.ts';
import type { NewsletterLinks } from './newsletter-links.ts';
import type { NewsletterSubscriptionsStore } from './newsletter-subscriptions.store.ts';

export interface NewsletterContext extends MailsContext {
  readonly newsletter: NewsletterSubscriptionsStore;
  readonly newsletterIssues: NewsletterIssuesStore;
  readonly newsletterLinks: NewsletterLinks;
  /** Counts one entry of a client; throws `ProblemError` too-many-requests when there were too many. */
  readonly countNewsletterAsk: (address: string) => Promise<void>;
  /** The day of the shop that a moment belongs to. */
  readonly dayOf: (moment: Date) => Day;
  readonly newId: () => string;
  /** Every entry takes at least this long, so that its time does not tell whether the address is known. */
  readonly newsletterAnswerMs: number;
  readonly seal: (text: string) => string;
}
