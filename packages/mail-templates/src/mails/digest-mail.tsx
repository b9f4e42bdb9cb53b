import { factsMail } from '../layout/facts-mail.tsx';
import { SmallPrint } from '../layout/parts.tsx';

interface DigestData {
  readonly customerName?: never;
  /** The subjects of the mails that were not sent individually, oldest first. */
  readonly subjects: readonly { readonly subject: string }[];
}

const timesText = (times: number) => (times === 1 ? 'Once' : `${times} times`);

/** Lists the mails that are not sent to a mailbox individually, because strangers caused too many of them. */
const digest = factsMail<DigestData>({
  kind: 'service',
  sample: {
    subjects: ['We have your order', 'Please confirm your alert', 'We have your order'].map((subject) => ({
      subject,
    })),
  },
  subject: () => 'More messages for your address',
  preheader: ({ subjects }) => `${subjects.length} more messages of the last hour in one list.`,
  text: () =>
    'Your address was entered in our forms very often in the last hour, so this one mail lists the other messages. Please write to us if you need the link of one.',
  facts: ({ subjects }) =>
    [...Map.groupBy(subjects, ({ subject }) => subject)].map(([subject, mails]) => [
      subject,
      timesText(mails.length),
    ]),
  action: 'Go to the shop',
  href: (_data, { shopUrl }) => `${shopUrl}/`,
  belowLink: () => (
    <SmallPrint>
      It was not you? Somebody may have entered your address. You need not do anything, and may write to us.
    </SmallPrint>
  ),
});

export const digestMail = { 'mail-digest': digest };
