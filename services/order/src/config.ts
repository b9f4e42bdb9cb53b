import {
  closedDaysSchema,
  contactConfigShape,
  objectsConfigShape,
  portOf,
  processPorts,
  serviceConfigShape,
  urlOf,
  wholeNumber,
} from '@kinmel/service-kit';
import { z } from 'zod';
import { methodsConfigShape } from './payments/methods/methods.ts';

/** `Facebook=https://www.facebook.com/kinmel,TikTok=https://www.tiktok.com/@kinmel`: names with their addresses. */
const socialLinksSchema = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .filter((link) => link.trim() !== '')
      .map((link) => {
        const [name, ...address] = link.split('=');
        return { name, address: address.join('=') };
      }),
  )
  .pipe(z.array(z.object({ name: z.string().trim().min(1), address: z.url({ protocol: /^https$/ }) })));

/** The environment; README.md explains each variable. */
export const orderConfigSchema = z.object({
  ...serviceConfigShape,
  ...objectsConfigShape,
  ORDER_PORT: portOf('order'),
  /** Folder of the photos of receipts. */
  PAYOUT_PROOFS_FOLDER: z.string().default('.kinmel/payout-proofs'),
  CATALOG_URL: urlOf('catalog'),
  OFFER_URL: urlOf('offer'),
  SERVICE_REQUEST_URL: urlOf('service-request'),
  /** Per person; an address may place ten times as many. */
  ORDERS_PER_HOUR: wholeNumber(30, 1, 100_000_000),
  /** Limits per line, per order, and of the open orders of one person. */
  ORDER_MAX_LINE_PIECES: wholeNumber(20, 1, 1_000),
  ORDER_MAX_PIECES: wholeNumber(100, 1, 100_000_000),
  ORDER_MAX_OPEN_ORDERS: wholeNumber(20, 1, 100_000_000),
  ORDER_MAX_OPEN_PIECES: wholeNumber(200, 1, 100_000_000),
  /** Public address, for the return URLs of payment pages and for links. */
  SHOP_URL: z.url().default(`http://localhost:${processPorts.gateway}`),
  ...methodsConfigShape,
  /** Closed weekdays, excluded from promised delivery times: `2026-12-25,2027-01-01`. */
  SHOP_CLOSED_DAYS: closedDaysSchema,
  ...contactConfigShape,
  SHOP_SOCIAL_LINKS: socialLinksSchema,
});
