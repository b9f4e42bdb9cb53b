import { alertMatched, alertRequested, type EventOf } from '@kinmel/contracts';
import { pick, type SubscriptionDefinition } from '@kinmel/service-kit';
import { mailsOnEvents } from './mail-on-event.ts';
import type { MailsContext } from './write-mail.ts';

/** News about a product is outdated after this time. */
const sendWithinMs = 24 * 60 * 60_000;

const toSubscriber = (data: Omit<EventOf<typeof alertRequested>['data'], 'expiresAt'>) => ({
  to: data.email,
  personId: data.userId ?? data.alertId,
  sealed: { alertToken: data.sealedAlertToken },
  needsAccount: data.userId !== null,
});

/** The events of alerts. Each mail has the link by which the alert is confirmed or ended (NOT-M15). */
export function alertMailsSubscriptions(context: MailsContext): SubscriptionDefinition[] {
  const mailOn = mailsOnEvents(context);
  return [
    mailOn(alertRequested, 'alert-confirm', ({ data }) => ({
      ...toSubscriber(data),
      data: pick(data, 'kind', 'subject', 'maxPrice', 'minGrade', 'expiresAt'),
      sendBefore: new Date(data.expiresAt),
    })),
    mailOn(alertMatched, 'alert-matched', ({ data, occurredAt }) => ({
      ...toSubscriber(data),
      data: pick(data, 'kind', 'subject', 'maxPrice', 'minGrade', 'cause', 'product'),
      sendBefore: new Date(Date.parse(occurredAt) + sendWithinMs),
    })),
  ];
}
