import { type CalendarFile, type MailSettings, renderMail } from '@kinmel/mail-templates';
import { pick, unseal } from '@kinmel/service-kit';
import type { NewMail } from '../mails.store.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly calendar?: CalendarFile | undefined;
}

/** Renders a mail from its data without secrets and its encrypted secrets. */
export type RenderStoredMail = (mail: Pick<NewMail, 'template' | 'data' | 'sealed'>) => RenderedMail;

/**
 * Renders stored mails. Secrets are decrypted only while it runs. Throws for an unknown template, missing data, or secrets
 * that were sealed with another key.
 */
export function createMailRenderer({
  mailSettings,
  sealKey,
}: {
  mailSettings: MailSettings;
  sealKey: string;
}): RenderStoredMail {
  return ({ template, data, sealed }) => {
    const secrets = Object.fromEntries(
      Object.entries(sealed).map(([name, secret]) => [name, unseal(secret, sealKey)]),
    );
    const mail = renderMail(template, { ...data, ...secrets }, mailSettings);
    return {
      ...pick(mail, 'subject', 'html', 'calendar'),
      // Computed on access: not needed when a mail is only validated.
      get text() {
        return mail.text;
      },
      headers: unsubscribeHeaders(mailSettings.shopUrl, secrets),
    };
  };
}

/** One-click unsubscribe in the mail program (RFC 8058), by the secret of the subscription or alert. */
function unsubscribeHeaders(
  shopUrl: string,
  { unsubscribeToken = '', alertToken = '' }: Readonly<Record<string, string>>,
): Record<string, string> {
  const token = encodeURIComponent(unsubscribeToken || alertToken);
  if (token === '') return {};
  const path = unsubscribeToken ? `newsletter/unsubscribe?token=${token}` : `alerts/${token}/end`;
  return {
    'List-Unsubscribe': `<${shopUrl}/api/${path}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
