import type { ReactNode } from 'react';
import { greeting } from '../format/unconfirmed-text.ts';
import type { MailSettings } from '../mail-settings.ts';
import type { MailTemplate } from '../mail-template.ts';
import { ActionLink, Facts as FactList, type Ground, Panel, Paragraph, Title } from './parts.tsx';

/** A fact without a value is left out. */
export type Facts = readonly (readonly [name: string, value: string])[];

export interface FactsMail<Data> extends Omit<MailTemplate<Data>, 'body'> {
  readonly title: (data: Data) => string;
  /** What happened and what follows. */
  readonly text: (data: Data, settings: MailSettings) => string;
  readonly facts?: (data: Data, settings: MailSettings) => Facts;
  readonly ground?: (data: Data) => Ground;
  /** Between the facts and the link. */
  readonly advice?: (data: Data, settings: MailSettings) => ReactNode;
  /** Label of the link. */
  readonly action: string;
  readonly href: (data: Data, settings: MailSettings) => string;
  readonly beneath?: (data: Data, settings: MailSettings) => ReactNode;
}

/** A mail of one text, its facts and a link. */
export const factsMail = <Data extends { readonly customerName?: string; readonly fullName?: string }>({
  title,
  text,
  facts,
  ground,
  advice,
  action,
  href,
  beneath,
  ...template
}: FactsMail<Data>): MailTemplate<Data> => ({
  ...template,
  body: (data, settings) => (
    <>
      <Title>{title(data)}</Title>
      <Paragraph>{greeting(data.customerName ?? data.fullName ?? '')}</Paragraph>
      <Paragraph>{text(data, settings)}</Paragraph>
      {facts ? (
        <Panel ground={ground?.(data)}>
          <FactList facts={facts(data, settings).filter(([, value]) => value !== '')} />
        </Panel>
      ) : null}
      {advice?.(data, settings)}
      <ActionLink href={href(data, settings)}>{action}</ActionLink>
      {beneath?.(data, settings)}
    </>
  ),
});
