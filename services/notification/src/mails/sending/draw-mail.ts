import { type CalendarFile, type MailSettings, renderMail } from '@kinmel/mail-templates';
import { unseal } from '@kinmel/service-kit';

/** A stored mail: its data without secrets, and the sealed secrets. */
export interface DrawableMail {
  readonly mailId: string;
  readonly template: string;
  readonly data: object;
  readonly sealed: Readonly<Record<string, string>>;
}

export interface DrawnMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly calendar?: CalendarFile | undefined;
}

export type DrawMail = (mail: DrawableMail) => DrawnMail;

/**
 * Draws stored mails. Secrets are in clear only while it runs. Throws for an unknown template, missing data, or secrets
 * that were sealed with another key.
 */
export function createMailDrawer({
  mailSettings,
  sealKey,
}: {
  mailSettings: MailSettings;
  sealKey: string;
}): DrawMail {
  return ({ template, data, sealed }) => {
    const secrets = Object.fromEntries(
      Object.entries(sealed).map(([name, secret]) => [name, unseal(secret, sealKey)]),
    );
    const mail = renderMail(template, { ...data, ...secrets }, mailSettings);
    return {
      subject: mail.subject,
      html: mail.html,
      calendar: mail.calendar,
      // Computed on access: not needed when a mail is only validated.
      get text() {
        return mail.text;
      },
      headers: unsubscribeHeaders(mailSettings.shopUrl, secrets),
    };
  };
}

/** The addresses that end what the secret is for, with one click. */
const endAddresses = {
  unsubscribeToken: (token: string) => `/api/newsletter/unsubscribe?token=${token}`,
  alertToken: (token: string) => `/api/alerts/${token}/end`,
} as const;

/** One-click unsubscribe in the mail program (RFC 8058). */
function unsubscribeHeaders(
  shopUrl: string,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  for (const [name, addressOf] of Object.entries(endAddresses)) {
    const token = secrets[name];
    if (token === undefined) continue;
    return {
      'List-Unsubscribe': `<${shopUrl}${addressOf(encodeURIComponent(token))}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
  }
  return {};
}
