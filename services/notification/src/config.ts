import {
  contactConfigShape,
  keySchema,
  portOf,
  processPorts,
  serviceConfigShape,
  wholeNumber,
} from '@kinmel/service-kit';
import { z } from 'zod';

const minutesSchema = z
  .string()
  .regex(/^\d{1,5}(,\d{1,5}){0,11}$/, 'expected minutes, separated by commas')
  .transform((text) => text.split(',').map((minutes) => Number(minutes) * 60_000));

/** README.md explains each variable. */
export const notificationConfigSchema = z.object({
  ...serviceConfigShape,
  NOTIFICATION_PORT: portOf('notification'),
  // Required, because reset links could not be decrypted and newsletter links not derived without it.
  MAIL_SEAL_KEY: keySchema,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'expected an address that starts with smtp:// or smtps://' })
    .default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$/, 'expected Name <address@domain>')
    .default('Kinmel <hello@kinmel.example>'),
  /** Parsed to milliseconds. */
  MAIL_RETRY_MINUTES: minutesSchema.default([1, 5, 30, 120, 360, 720].map((minutes) => minutes * 60_000)),
  SHOP_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#]*$/, 'expected an address that paths can follow')
    .default(`http://localhost:${processPorts.gateway}`)
    .transform((url) => url.replace(/\/+$/, '')),
  ...contactConfigShape,
  /** Limits the mails that strangers can cause (NOT-M17). */
  MAILS_PER_MAILBOX_PER_HOUR: wholeNumber(12, 1, 999_999),
  NEWSLETTER_ASKS_PER_HOUR: wholeNumber(30, 1, 999_999),
});
