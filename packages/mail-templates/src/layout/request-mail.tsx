import type { ReactNode } from 'react';
import { greeting, requestSubject } from '../format/unconfirmed-text.ts';
import type { MailSettings } from '../mail-settings.ts';
import { ActionLink, AddressInWords, Facts, Panel, Paragraph, SmallPrint, Title } from './parts.tsx';

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

/** Body of a mail about a request: what happened, what comes next, and the link by which it is followed. */
export function RequestMail({
  request: { reference, subject, customerName, token },
  settings: { shopUrl, contact },
  title,
  children,
  facts = [],
  note = '',
  ground = 'plain',
  action,
}: {
  request: RequestMailData;
  settings: MailSettings;
  title: string;
  /** What happened and what comes next. */
  children: ReactNode;
  facts?: readonly (readonly [name: string, value: string])[];
  /** The shop's own words; those of a customer never come here (M10 of notification). */
  note?: string;
  ground?: 'plain' | 'good';
  action: string;
}) {
  const href = `${shopUrl}/tracking/${encodeURIComponent(token)}`;
  return (
    <>
      <Title>{title}</Title>
      <Paragraph>{greeting(customerName)}</Paragraph>
      {children}
      <Panel ground={ground}>
        <Facts
          facts={[
            ['Reference', reference],
            ['About', requestSubject(subject)],
            ...facts,
            ...(note === '' ? [] : [['Note from the shop', note] as const]),
          ]}
        />
      </Panel>
      <ActionLink href={href}>{action}</ActionLink>
      <AddressInWords href={href} />
      <SmallPrint>
        Whoever has this link can follow and change the request: do not pass it on. It was not you who asked?
        Write to {contact.email} and name the reference.
      </SmallPrint>
    </>
  );
}
