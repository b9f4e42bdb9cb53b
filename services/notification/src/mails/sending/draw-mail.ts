import { type CalendarFile, type MailSettings, renderMail } from '@kinmel/mail-templates';
import { unseal } from '@kinmel/service-kit';

/** A mail as it waits: its data without secrets, and the secrets sealed. */
export interface DrawableMail {
  readonly mailId: string;
  readonly template: string;
  readonly data: object;
  readonly sealed: Readonly<Record<string, string>>;
}

/** A mail as it goes out. `headers` are those that only some mails have. */
export interface DrawnMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly calendar?: CalendarFile | undefined;
}

export type DrawMail = (mail: DrawableMail) => DrawnMail;

/**
 * Draws waiting mails. Secrets are opened here and live no longer than the drawing; throws when there is no such
 * template, when the data is not enough for it, or when the key is not the one that sealed the secrets.
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
    const { unsubscribeToken } = secrets;
    const mail = renderMail(template, { ...data, ...secrets }, mailSettings);
    return {
      subject: mail.subject,
      html: mail.html,
      calendar: mail.calendar,
      // Whoever only decides on a mail needs no text of it.
      get text() {
        return mail.text;
      },
      headers:
        unsubscribeToken === undefined ? {} : unsubscribeHeaders(mailSettings.shopUrl, unsubscribeToken),
    };
  };
}

/** What lets the mail program itself end a subscription, without opening a page (RFC 8058). */
function unsubscribeHeaders(shopUrl: string, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${shopUrl}/api/newsletter/unsubscribe?token=${encodeURIComponent(token)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
