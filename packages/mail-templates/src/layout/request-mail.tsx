import { greeting, requestSubject } from '../format/unconfirmed-text.ts';
import type { MailSettings } from '../mail-settings.ts';
import type { MailTemplate } from '../mail-template.ts';
import {
  ActionLink,
  AddressInWords,
  Facts as FactList,
  Panel,
  Paragraph,
  SmallPrint,
  Title,
} from './parts.tsx';

/** What each mail about a sell request, a repair booking or a phone order needs of it. */
export interface RequestMailData {
  /** By which shop and customer speak of it, "5A3F09". */
  readonly reference: string;
  /** "Apple iPhone 13, 128 GB, Black"; the customer typed parts of it. */
  readonly subject: string;
  readonly customerName: string;
  /** The secret of its link in clear: it exists only while the mail is drawn. */
  readonly token: string;
}

/** What each mail about a repair booking needs of it. */
export interface BookingMailData extends RequestMailData {
  readonly startsAt: string;
  /** In which the half hours of the booking are. */
  readonly timeZone: string;
  readonly requestId: string;
  /** Of the booking; rises with each of its changes. */
  readonly version: number;
  readonly changedAt: string;
}

export type Facts = readonly (readonly [name: string, value: string])[];

/** What a mail about a request says. */
interface RequestMail<Data>
  extends Pick<MailTemplate<Data>, 'sample' | 'variants' | 'subject' | 'preheader' | 'calendar'> {
  readonly title: (data: Data) => string;
  /** What happened and what comes next. */
  readonly text: (data: Data) => string;
  readonly facts?: (data: Data, settings: MailSettings) => Facts;
  readonly ground?: 'plain' | 'good';
  /** What the link by which it is followed is called. */
  readonly action: string;
}

/** The shop's own words; those of a customer are not shown, as they may go to a stranger's mailbox. */
const noteOf = ({ note = '', by = 'admin' }: { note?: string; by?: string }): Facts =>
  note === '' || by === 'customer' ? [] : [['Note from the shop', note]];

/** A mail about a request: what happened, what comes next, and the link by which it is followed. */
export const requestMail = <Data extends RequestMailData & { note?: string; by?: string }>({
  title,
  text,
  facts = () => [],
  ground = 'plain',
  action,
  ...template
}: RequestMail<Data>): MailTemplate<Data> => ({
  ...template,
  kind: 'service',
  body(data, settings) {
    const { shopUrl, contact } = settings;
    const href = `${shopUrl}/tracking/${encodeURIComponent(data.token)}`;
    return (
      <>
        <Title>{title(data)}</Title>
        <Paragraph>{greeting(data.customerName)}</Paragraph>
        <Paragraph>{text(data)}</Paragraph>
        <Panel ground={ground}>
          <FactList
            facts={[
              ['Reference', data.reference],
              ['About', requestSubject(data.subject)],
              ...facts(data, settings),
              ...noteOf(data),
            ]}
          />
        </Panel>
        <ActionLink href={href}>{action}</ActionLink>
        <AddressInWords href={href} />
        <SmallPrint>
          Whoever has this link can follow and change the request: do not pass it on. It was not you who
          asked? Write to {contact.email} and name the reference.
        </SmallPrint>
      </>
    );
  },
});
