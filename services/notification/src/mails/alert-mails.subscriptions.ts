import { alertMatched, alertRequested, type EventOf } from '@kinmel/contracts';
import { pick, type SubscriptionDefinition } from '@kinmel/service-kit';
import { mailsOnEvents } from './mail-on-event.ts';
import type { MailsContext } from './write-mail.ts';

/** News of a product are outdated after it. */
const sendWithinMs = 24 * 60 * 60_000;

/** The events of alerts. Each mail has the link by which the alert is confirmed or ended (M15). */
export function alertMailsSubscriptions(context: MailsContext): SubscriptionDefinition[] {
  const mailOn = mailsOnEvents(context);
  return [
    mailOn(alertRequested, 'alert-confirm', ({ data }) => ({
      ...toAsker(data, { expiresAt: data.expiresAt }),
      sendBefore: new Date(data.expiresAt),
    })),
    mailOn(alertMatched, 'alert-matched', ({ data, occurredAt }) => ({
      ...toAsker(data, pick(data, 'cause', 'product')),
      sendBefore: new Date(Date.parse(occurredAt) + sendWithinMs),
    })),
  ];
}

/** @param own what the mail says besides the common data */
const toAsker = <Own extends object>(
  data: Omit<EventOf<typeof alertRequested>['data'], 'expiresAt'>,
  own: Own,
) => ({
  to: data.email,
  personId: data.userId ?? data.alertId,
  sealed: { alertToken: data.sealedAlertToken },
  needsAccount: data.userId !== null,
  data: { ...pick(data, 'kind', 'subject', 'maxPrice'), ...own },
});
