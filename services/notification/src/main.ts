import { openService, runService } from '@kinmel/service-kit';
import { createNotificationApp } from './app.ts';
import { notificationConfigSchema } from './config.ts';
import { createNotificationContext, notificationModels } from './context.ts';
import { createMailCarrier } from './mails/sending/mail-carrier.ts';

await runService({
  name: 'notification',
  start: async (serviceContext) => {
    const { logger, metrics } = serviceContext;
    const service = await openService({
      ...serviceContext,
      configSchema: notificationConfigSchema,
      models: notificationModels,
    });
    const { config, connection, bus, health } = service;

    const carrier = createMailCarrier({ url: config.SMTP_URL, from: config.MAIL_FROM });
    const context = createNotificationContext({
      connection,
      bus,
      carrier,
      mailSettings: {
        shopUrl: config.SHOP_URL,
        timeZone: config.SHOP_TIME_ZONE,
        contact: { address: config.SHOP_ADDRESS, email: config.SHOP_EMAIL, phone: config.SHOP_PHONE },
      },
      sealKey: config.MAIL_SEAL_KEY,
      mailRetryDelaysMs: config.MAIL_RETRY_MINUTES,
      newsletterAsksPerHour: config.NEWSLETTER_ASKS_PER_HOUR,
      logger,
      metrics,
    });
    await context.start();

    return {
      app: createNotificationApp(context, service.appOptions),
      port: config.NOTIFICATION_PORT,
      ready: health,
      stop: async () => {
        await context.stop();
        carrier.close();
        await service.close();
      },
    };
  },
});
