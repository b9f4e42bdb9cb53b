import type { Caller, Day, ServiceBasis } from '@kinmel/service-kit';
import type { MailsContext } from '../mails/write-mail.ts';
import type { NewsletterIssuesStore } from './issues/newsletter-issues.store.ts';
import type { NewsletterSubscriptionsStore } from './newsletter-subscriptions.store.ts';
import type { NewsletterLinks } from './newsletter-tokens.ts';

export interface NewsletterContext extends MailsContext, Pick<ServiceBasis, 'newId' | 'inTransaction'> {
  readonly newsletter: NewsletterSubscriptionsStore;
  readonly newsletterIssues: NewsletterIssuesStore;
  readonly newsletterLinks: NewsletterLinks;
  /** Counts a subscription attempt and runs it; throws `ProblemError` too-many-requests beyond the limit. */
  readonly countNewsletterAsk: (caller: Caller, work: () => Promise<unknown>) => Promise<unknown>;
  /** The calendar day in the shop's time zone. */
  readonly dayOf: (moment: Date) => Day;
  /** Minimum duration of an answer, so that its time does not reveal whether the address is known. */
  readonly newsletterAnswerMs: number;
  readonly seal: (text: string) => string;
}
