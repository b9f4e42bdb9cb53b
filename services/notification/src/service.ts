import { contactOf, describeService } from '@kinmel/service-kit';
import { notificationApp } from './app.ts';
import { notificationConfigSchema } from './config.ts';
import { createNotificationContext, notificationModels } from './context.ts';
import { addressFrom } from './mails/sending/account-address.ts';
import { createMailCarrier } from './mails/sending/mail-carrier.ts';

/** Defines how the service is built from its environment and a mail carrier. */
export const notificationServiceWith = (openCarrier: typeof createMailCarrier) =>
  describeService({
    name: 'notification',
    configSchema: notificationConfigSchema,
    models: notificationModels,
    createContext: (service, config) => {
      const carrier = openCarrier({ url: config.SMTP_URL, from: config.MAIL_FROM });
      const context = createNotificationContext({
        ...service,
        carrier,
        findAddress: addressFrom(service.clientOf('auth', config.AUTH_URL)),
        mailSettings: {
          shopUrl: config.SHOP_URL,
          timeZone: config.SHOP_TIME_ZONE,
          contact: contactOf(config),
        },
        sealKey: config.MAIL_SEAL_KEY,
        mailRetryDelaysMs: config.MAIL_RETRY_MINUTES,
        newsletterAsksPerHour: config.NEWSLETTER_ASKS_PER_HOUR,
        newsletterAnswerMs: 150,
        mailsPerMailbox: config.MAILS_PER_MAILBOX_PER_HOUR,
      });
      return { ...context, stop: () => context.stop().then(() => carrier.close()) };
    },
    appOf: notificationApp,
  });

export const notificationService = notificationServiceWith(createMailCarrier);
