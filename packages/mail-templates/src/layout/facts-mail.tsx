import type { ComponentProps, ReactNode } from 'react';
import { greeting } from '../format/unconfirmed-text.ts';
import type { MailSettings } from '../mail-settings.ts';
import type { MailTemplate } from '../mail-template.ts';
import { ActionLink, Facts as FactList, LinkAsText, Panel, Paragraph, Title } from './parts.tsx';

export type Facts = readonly (readonly [name: string, value: string])[];

export interface FactsMail<Data> extends Omit<MailTemplate<Data>, 'body'> {
  /** The subject by default. */
  readonly title?: (data: Data) => string;
  /** What happened, and the next step. */
  readonly text: (data: Data, settings: MailSettings) => string;
  readonly facts?: (data: Data, settings: MailSettings) => Facts;
  readonly tone?: (data: Data) => ComponentProps<typeof Panel>['tone'];
  /** Shown between the facts and the link. */
  readonly advice?: (data: Data, settings: MailSettings) => ReactNode;
  /** Label of the link. */
  readonly action: string;
  readonly href: (data: Data, settings: MailSettings) => string;
  /** Whether the link is repeated as text, because it is the purpose of the mail. */
  readonly withAddress?: true;
  /** Shown below the link. */
  readonly belowLink?: (data: Data, settings: MailSettings) => ReactNode;
}

/** A mail with a text, facts and a link. */
export const factsMail = <Data extends { readonly customerName?: string; readonly fullName?: string }>({
  title,
  text,
  facts,
  tone,
  advice,
  action,
  href,
  withAddress,
  belowLink,
  ...template
}: FactsMail<Data>): MailTemplate<Data> => ({
  ...template,
  body: (data, settings) => (
    <>
      <Title>{(title ?? template.subject)(data)}</Title>
      <Paragraph>{greeting(data.customerName ?? data.fullName ?? '')}</Paragraph>
      <Paragraph>{text(data, settings)}</Paragraph>
      {facts ? (
        <Panel tone={tone?.(data)}>
          <FactList facts={facts(data, settings)} />
        </Panel>
      ) : null}
      {advice?.(data, settings)}
      <ActionLink href={href(data, settings)}>{action}</ActionLink>
      {withAddress ? <LinkAsText href={href(data, settings)} /> : null}
      {belowLink?.(data, settings)}
    </>
  ),
});
