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

/** Data of every mail about a request. */
export interface RequestMailData {
  /** The request's reference, "5A3F09". */
  readonly reference: string;
  /** "Apple iPhone 13, 128 GB, Black"; partly typed by the customer. */
  readonly subject: string;
  readonly customerName: string;
  /** Plain-text secret of the tracking link; exists only while the mail is rendered. */
  readonly token: string;
}

export interface BookingMailData extends RequestMailData {
  readonly startsAt: string;
  /** Time zone of the appointment. */
  readonly timeZone: string;
  readonly requestId: string;
  /** The booking's version, raised by each change. */
  readonly version: number;
  readonly changedAt: string;
}

export type Facts = readonly (readonly [name: string, value: string])[];

interface RequestMail<Data>
  extends Pick<MailTemplate<Data>, 'sample' | 'variants' | 'subject' | 'preheader' | 'calendar'> {
  readonly title: (data: Data) => string;
  /** What happened and what follows. */
  readonly text: (data: Data) => string;
  readonly facts?: (data: Data, settings: MailSettings) => Facts;
  readonly ground?: 'plain' | 'good';
  /** Label of the tracking link. */
  readonly action: string;
}

/** Only notes of staff: a customer's note could reach another person's mailbox. */
const noteOf = ({ note = '', by = 'admin' }: { note?: string; by?: string }): Facts =>
  note === '' || by === 'customer' ? [] : [['Note from the shop', note]];

/** A mail about a request: what happened, what follows, and the tracking link. */
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
