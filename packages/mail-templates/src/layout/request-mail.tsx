import { requestSubject } from '../format/unconfirmed-text.ts';
import type { MailTemplate } from '../mail-template.ts';
import { type Facts, type FactsMail, factsMail } from './facts-mail.tsx';
import { SmallPrint } from './parts.tsx';

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

type RequestMail<Data> = Omit<FactsMail<Data>, 'kind' | 'href' | 'belowLink'>;

/** Only notes of staff: a customer's note could reach another person's mailbox. */
const noteOf = ({ note = '', by = 'admin' }: { note?: string; by?: string }): Facts =>
  by === 'customer' ? [] : [['Note from the shop', note]];

/** A mail about a request, with what happened, the next step, and the tracking link. */
export const requestMail = <Data extends RequestMailData & { note?: string; by?: string }>({
  facts = () => [],
  ...mail
}: RequestMail<Data>): MailTemplate<Data> =>
  factsMail({
    ...mail,
    kind: 'service',
    facts: (data, settings) => [
      ['Reference', data.reference],
      ['About', requestSubject(data.subject)],
      ...facts(data, settings),
      ...noteOf(data),
    ],
    href: ({ token }, { shopUrl }) => `${shopUrl}/request-links/${encodeURIComponent(token)}`,
    withAddress: true,
    belowLink: (_, { contact }) => (
      <SmallPrint>
        Whoever has this link can follow and change the request: do not pass it on. It was not you who asked?
        Write to {contact.email} and name the reference.
      </SmallPrint>
    ),
  });

/** A mail about a new status, with the texts that the life of the request declares. @param about "Your return" */
export const statusMail = <Status extends string, Data extends RequestMailData & { readonly status: Status }>(
  about: string,
  words: Readonly<Record<Status, { readonly mail: readonly [string, string] }>>,
  mail: Omit<RequestMail<Data>, 'subject' | 'preheader' | 'title' | 'text'>,
): MailTemplate<Data> =>
  requestMail<Data>({
    subject: ({ reference, status }) => `${about} ${reference} ${words[status].mail[0]}`,
    preheader: ({ status }) => words[status].mail[1],
    title: ({ status }) => `${about} ${words[status].mail[0]}`,
    text: ({ status }) => words[status].mail[1],
    ...mail,
  });
