import { factsMail } from '../layout/facts-mail.tsx';
import { SmallPrint } from '../layout/parts.tsx';

interface DigestData {
  readonly customerName?: never;
  /** Of the mails that are not sent by themselves, in order. */
  readonly subjects: readonly string[];
}

const timesText = (times: number) => (times === 1 ? 'Once' : `${times} times`);

/** The mails that a mailbox does not get by themselves any more. */
const digest = factsMail<DigestData>({
  kind: 'service',
  sample: { subjects: ['We have your order', 'Please confirm your alert', 'We have your order'] },
  subject: () => 'More messages for your address',
  preheader: ({ subjects }) => `What else was asked for in one hour: ${subjects.length} in one list.`,
  title: () => 'More messages for your address',
  text: () =>
    'Your address was entered in our forms so often in one hour that we tell you of the rest in one mail. Write to us for a link that you miss.',
  facts: ({ subjects }) =>
    [...Map.groupBy(subjects, (subject) => subject)].map(([subject, same]) => [
      subject,
      timesText(same.length),
    ]),
  action: 'Go to the shop',
  href: (_data, { shopUrl }) => `${shopUrl}/`,
  beneath: () => (
    <SmallPrint>
      It was not you? Somebody may have entered your address. You need not do anything, and may write to us.
    </SmallPrint>
  ),
});

export const digestMail = { 'mail-digest': digest };
