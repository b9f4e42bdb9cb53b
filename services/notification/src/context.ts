import type { MailSettings } from '@kinmel/mail-templates';
import {
  createCallerLimit,
  createCounterModel,
  createServiceBasis,
  type RunningContext,
  repeat,
  type ServiceBasis,
  type ServiceContextOptions,
  type Stop,
  seal,
  shopDays,
  startSubscriptions,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { createAddresseeModel, createAddresseesStore } from './mails/addressees.store.ts';
import { createMailboxesStore, createMailboxModel } from './mails/mailboxes.store.ts';
import { createMailModel, createMailsStore } from './mails/mails.store.ts';
import { mailsSubscriptions } from './mails/mails.subscriptions.ts';
import type { MailCarrier } from './mails/sending/mail-carrier.ts';
import { createMailMetrics } from './mails/sending/mail-metrics.ts';
import { createMailSender, type MailSender, type MailSenderOptions } from './mails/sending/mail-sender.ts';
import { createMailRenderer } from './mails/sending/render-stored-mail.ts';
import {
  createNewsletterIssueModel,
  createNewsletterIssuesStore,
} from './newsletter/issues/newsletter-issues.store.ts';
import { writeIssueMails } from './newsletter/issues/write-issue-mails.ts';
import { newsletterSubscriptions } from './newsletter/newsletter.subscriptions.ts';
import type { NewsletterContext } from './newsletter/newsletter-context.ts';
import {
  createNewsletterSubscriptionModel,
  createNewsletterSubscriptionsStore,
} from './newsletter/newsletter-subscriptions.store.ts';
import { createNewsletterLinks } from './newsletter/newsletter-tokens.ts';
import { type RemindersContext, remindOfRepairs } from './reminders/remind-of-repairs.ts';
import { createRepairReminderModel, createRepairRemindersStore } from './reminders/repair-reminders.store.ts';

export interface NotificationContext
  extends NewsletterContext,
    RemindersContext,
    Omit<ServiceBasis, 'sendEvents'>,
    RunningContext {
  readonly sender: MailSender;
  /** Starts consuming events and, unless `sends` is false, sending mails. */
  readonly start: (options?: { readonly sends?: boolean }) => Promise<void>;
}

export interface NotificationContextOptions extends Omit<ServiceContextOptions, 'instanceId'> {
  readonly carrier: MailCarrier;
  readonly findAddress: MailSenderOptions['findAddress'];
  readonly mailSettings: MailSettings;
  readonly sealKey: string;
  readonly mailRetryDelaysMs: readonly number[];
  readonly newsletterAsksPerHour: number;
  readonly mailsPerMailbox: number;
  readonly newsletterAnswerMs: number;
}

const newsletterLimits = 'newsletter_limits';

export const notificationModels = (connection: mongoose.Connection) => [
  createMailModel(connection),
  createMailboxModel(connection),
  createAddresseeModel(connection),
  createNewsletterSubscriptionModel(connection),
  createNewsletterIssueModel(connection),
  createCounterModel(connection, newsletterLimits),
  createRepairReminderModel(connection),
];

const newsletterEveryMs = 1_000;
const remindEveryMs = 60_000;

export function createNotificationContext(options: NotificationContextOptions): NotificationContext {
  const { connection, carrier, mailSettings, sealKey, logger, metrics } = options;
  const basis = createServiceBasis('notification', options);
  const mails = createMailsStore(createMailModel(connection));
  const renderStoredMail = createMailRenderer({ mailSettings, sealKey });
  const sender = createMailSender({
    mails,
    carrier,
    renderStoredMail,
    findAddress: options.findAddress,
    now: basis.now,
    retryDelaysMs: options.mailRetryDelaysMs,
    logger,
    metrics: metrics && createMailMetrics(metrics, mails, logger),
  });
  const repeatRound = (everyMs: number, workName: string, round: (stopping: AbortSignal) => Promise<void>) =>
    repeat(everyMs, round, (error) => logger.warn({ err: error }, `${workName} wait for the database`));
  // News are separate from the sender, so that a long newsletter does not delay other mails (NOT-N10).
  const loops = [
    repeatRound(newsletterEveryMs, 'news', (stopping) => writeIssueMails(context, stopping)),
    repeatRound(remindEveryMs, 'reminders', (stopping) => remindOfRepairs(context, stopping)),
    sender,
  ];
  let stopSubscriptions: Stop | undefined;
  const context: NotificationContext = {
    ...basis,
    mails,
    mailboxes: createMailboxesStore(createMailboxModel(connection)),
    mailsPerMailbox: options.mailsPerMailbox,
    addressees: createAddresseesStore(createAddresseeModel(connection)),
    renderStoredMail,
    sender,
    repairReminders: createRepairRemindersStore(createRepairReminderModel(connection)),
    newsletter: createNewsletterSubscriptionsStore(createNewsletterSubscriptionModel(connection)),
    newsletterIssues: createNewsletterIssuesStore(createNewsletterIssueModel(connection)),
    newsletterLinks: createNewsletterLinks(sealKey),
    countNewsletterAsk: createCallerLimit(connection, newsletterLimits, {
      name: 'newsletter',
      points: options.newsletterAsksPerHour,
      text: (when) => `Too many entries. Please try again ${when}, or see our special offers on their page.`,
    }),
    dayOf: shopDays(mailSettings.timeZone),
    newsletterAnswerMs: options.newsletterAnswerMs,
    seal: (text) => seal(text, sealKey),
    async start({ sends = true } = {}) {
      stopSubscriptions = await startSubscriptions({
        ...options,
        service: 'notification',
        subscriptions: [...mailsSubscriptions(context), ...newsletterSubscriptions(context)],
      });
      if (sends) for (const loop of loops) loop.start();
    },
    async stop() {
      await stopSubscriptions?.();
      for (const loop of loops) await loop.stop();
    },
  };
  return context;
}
