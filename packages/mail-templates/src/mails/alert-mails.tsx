import { amount } from '../format/amount.ts';
import { moment } from '../format/moment.ts';
import { wishText } from '../format/unconfirmed-text.ts';
import { type Facts, factsMail } from '../layout/facts-mail.tsx';
import { look } from '../layout/look.ts';
import { AddressInWords, SmallPrint } from '../layout/parts.tsx';
import type { MailSettings } from '../mail-settings.ts';

/** Data of every mail about an alert. */
interface AlertMailData {
  /** An alert has no name. */
  readonly customerName?: never;
  readonly kind: 'product' | 'wish';
  /** Name of the product, or the wish as it was typed. */
  readonly subject: string;
  readonly maxPrice: { readonly amountInMinorUnits: number } | null;
  /** Plain-text secret of the alert's link; exists only while the mail is rendered. */
  readonly alertToken: string;
}

interface AlertMatchedData extends AlertMailData {
  readonly cause: 'new' | 'back' | 'cheaper';
  readonly product: {
    readonly productId: string;
    readonly name: string;
    readonly price: { readonly amountInMinorUnits: number };
  };
}

const sample: AlertMailData = {
  kind: 'wish',
  subject: 'iPhone 13 Pro',
  maxPrice: { amountInMinorUnits: 7_000_000 },
  alertToken: 'Zk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGpNe5oKiUxYBA',
};

const hrefOf = ({ alertToken }: AlertMailData, { shopUrl }: MailSettings) =>
  `${shopUrl}/alerts/${encodeURIComponent(alertToken)}`;

const aboutFacts = ({ subject, maxPrice }: AlertMailData): Facts => [
  ['You look for', wishText(subject)],
  ['At most', maxPrice ? amount(maxPrice.amountInMinorUnits) : ''],
];

const alertConfirm = factsMail<AlertMailData & { readonly expiresAt: string }>({
  kind: 'confirmation',
  sample: { ...sample, expiresAt: '2026-11-22T10:00:00.000Z' },
  subject: () => 'Please confirm your alert',
  preheader: () => 'One click, and we write to you when there is news. Without it, we do not.',
  title: () => 'Shall we write to you?',
  text: () => 'This address was entered for an alert at Kinmel. We only write if you say yes here.',
  facts: (data, { timeZone }) => [...aboutFacts(data), ['Say yes before', moment(data.expiresAt, timeZone)]],
  action: 'See and confirm the alert',
  href: hrefOf,
  beneath: (data, settings) => (
    <>
      <AddressInWords href={hrefOf(data, settings)} />
      <SmallPrint>It was not you? Then do nothing: we forget the address by ourselves.</SmallPrint>
    </>
  ),
});

const causes = {
  new: { subject: 'There is one for you', text: 'There is a new product that you look for.' },
  back: { subject: 'It is back in stock', text: 'What you look for is back in stock.' },
  cheaper: { subject: 'The price has dropped', text: 'What you look for costs less now.' },
} as const;

const alertMatched = factsMail<AlertMatchedData>({
  kind: 'news',
  sample: {
    ...sample,
    cause: 'new',
    product: {
      productId: '66000000000000000000a001',
      name: 'iPhone 13 Pro',
      price: { amountInMinorUnits: 6_890_000 },
    },
  },
  variants: {
    Back: { kind: 'product', maxPrice: null, cause: 'back' },
    Cheaper: { kind: 'product', maxPrice: null, cause: 'cheaper' },
  },
  subject: ({ cause }) => causes[cause].subject,
  preheader: ({ product }) => `${product.name}, ${amount(product.price.amountInMinorUnits)}.`,
  title: ({ cause }) => causes[cause].subject,
  text: ({ cause }) => causes[cause].text,
  facts: (data) => [
    ['Product', data.product.name],
    ['Price', amount(data.product.price.amountInMinorUnits)],
    ...(data.kind === 'wish' ? aboutFacts(data) : []),
  ],
  ground: () => 'good',
  action: 'See the product',
  href: ({ product }, { shopUrl }) => `${shopUrl}/productdetails?id=${encodeURIComponent(product.productId)}`,
  footer: (data, settings) => (
    <p style={{ margin: '0 0 12px' }}>
      You get this mail because you asked for it, at most once a day.{' '}
      <a href={hrefOf(data, settings)} style={{ color: look.inkSoft }}>
        End this alert
      </a>
    </p>
  ),
});

export const alertMails = { 'alert-confirm': alertConfirm, 'alert-matched': alertMatched };
