import type * as events from '@kinmel/contracts';
import { amount } from '../format/amount.ts';
import { moment } from '../format/moment.ts';
import { wishText } from '../format/unconfirmed-text.ts';
import { type Facts, factsMail } from '../layout/facts-mail.tsx';
import { NotYou, UnsubscribeNote } from '../layout/parts.tsx';
import type { MailSettings } from '../mail-settings.ts';
import type { FieldsOf } from '../mail-template.ts';

type AlertField = 'kind' | 'subject' | 'maxPrice' | 'minGrade';
type RequestedFields = FieldsOf<typeof events.alertRequested, AlertField | 'expiresAt'>;
type MatchedFields = FieldsOf<typeof events.alertMatched, AlertField | 'cause' | 'product'>;

/** Data of every mail about an alert. Alerts do not store a customer's name. */
interface AlertMailData extends Pick<MatchedFields, AlertField> {
  readonly customerName?: never;
  /** Plain-text secret of the alert's link; exists only while the mail is rendered. */
  readonly alertToken: string;
}

const sample: AlertMailData = {
  kind: 'wish',
  subject: 'iPhone 13 Pro',
  maxPrice: { amountInMinorUnits: 7_000_000, currency: 'NPR' },
  minGrade: 'B',
  alertToken: 'Zk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGpNe5oKiUxYBA',
};

const hrefOf = ({ alertToken }: AlertMailData, { shopUrl }: MailSettings) =>
  `${shopUrl}/alerts/${encodeURIComponent(alertToken)}`;

const alertFacts = ({ subject, maxPrice, minGrade }: AlertMailData): Facts => [
  ['You look for', wishText(subject)],
  ['Grade', minGrade ? `At least ${minGrade}` : ''],
  ['At most', maxPrice ? amount(maxPrice.amountInMinorUnits) : ''],
];

const alertConfirm = factsMail<AlertMailData & RequestedFields>({
  kind: 'confirmation',
  sample: { ...sample, expiresAt: '2026-11-22T10:00:00.000Z' },
  subject: () => 'Please confirm your alert',
  preheader: () => 'One click, and we write to you when there is news. Without it, we do not.',
  title: () => 'Shall we write to you?',
  text: () => 'This address was entered for an alert at Kinmel. We only write if you say yes here.',
  facts: (data, { timeZone }) => [...alertFacts(data), ['Say yes before', moment(data.expiresAt, timeZone)]],
  action: 'See and confirm the alert',
  href: hrefOf,
  withAddress: true,
  belowLink: NotYou,
});

/** The title and the text of the mail. */
const causes = {
  new: ['There is one for you', 'There is a new product that you look for.'],
  back: ['It is back in stock', 'What you look for is back in stock.'],
  cheaper: ['The price has dropped', 'What you look for costs less now.'],
} as const;

const alertMatched = factsMail<AlertMailData & MatchedFields>({
  kind: 'news',
  sample: {
    ...sample,
    cause: 'new',
    product: {
      productId: '66000000000000000000a001',
      name: sample.subject,
      price: { amountInMinorUnits: 6_890_000, currency: 'NPR' },
    },
  },
  variants: {
    Back: { kind: 'product', maxPrice: null, cause: 'back' },
    Cheaper: { kind: 'product', maxPrice: null, cause: 'cheaper' },
  },
  subject: ({ cause }) => causes[cause][0],
  preheader: ({ product }) => `${product.name}, ${amount(product.price.amountInMinorUnits)}.`,
  text: ({ cause }) => causes[cause][1],
  facts: (data) => [
    ['Product', data.product.name],
    ['Price', amount(data.product.price.amountInMinorUnits)],
    ...(data.kind === 'wish' ? alertFacts(data) : []),
  ],
  tone: () => 'good',
  action: 'See the product',
  href: ({ product }, { shopUrl }) => `${shopUrl}/productdetails?id=${encodeURIComponent(product.productId)}`,
  footer: (data, settings) => (
    <UnsubscribeNote
      reason="You get this mail because you asked for it, at most once a day."
      linkText="End this alert"
      href={hrefOf(data, settings)}
    />
  ),
});

export const alertMails = { 'alert-confirm': alertConfirm, 'alert-matched': alertMatched };
