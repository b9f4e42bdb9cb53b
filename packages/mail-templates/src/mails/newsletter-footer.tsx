import { look } from '../layout/look.ts';
import type { MailSettings } from '../mail-settings.ts';

/** What every mail of the newsletter says at its end: why it came, and how it ends. */
export interface NewsletterFooterData {
  readonly unsubscribeToken: string;
}

/** The page on which a person ends the subscription with one click; mail programs use the header instead. */
export function newsletterFooter({ unsubscribeToken }: NewsletterFooterData, { shopUrl }: MailSettings) {
  return (
    <p style={{ margin: '0 0 12px' }}>
      You get this mail because this address was entered for the newsletter of Kinmel.{' '}
      <a
        href={`${shopUrl}/newsletter?unsubscribe=${encodeURIComponent(unsubscribeToken)}`}
        style={{ color: look.inkSoft }}
      >
        Unsubscribe
      </a>
    </p>
  );
}
