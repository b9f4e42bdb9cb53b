import { createHash } from 'node:crypto';
import { maskContact } from '@kinmel/service-kit';
import { createTransport } from 'nodemailer';
import type { RenderedMail } from './render-stored-mail.ts';

/** Delivers mails to the mail server. */
export interface MailCarrier {
  /** Resolves when the mail server has accepted the mail; rejects with `CarrierError`. */
  carry(mail: { readonly mailId: string; readonly to: string } & RenderedMail): Promise<void>;
  close(): void;
}

/** The message has no full address, so that it can be stored and logged. */
export class CarrierError extends Error {
  override readonly name = 'CarrierError';
  /** A permanent refusal. */
  readonly isFinal: boolean;
  /** Whether other mails would be refused too. */
  readonly isAboutServer: boolean;

  /** By default only this mail is affected, and it is retried. */
  constructor(message: string, { isFinal = false, isAboutServer = false } = {}) {
    super(message);
    this.isFinal = isFinal;
    this.isAboutServer = isAboutServer;
  }
}

export interface MailCarrierOptions {
  /** `smtp://user:password@host:port` or `smtps://…`; never logged. */
  readonly url: string;
  /** `Name <address@domain>`. */
  readonly from: string;
  /** Limit for each step of the SMTP dialogue. Their sum is below the sender's lease. */
  readonly stepMs?: number;
}

/** The same Message-ID for every attempt, so that mail programs recognise duplicates (NOT-M2). */
export function messageIdOf(mailId: string, from: string): string {
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return `<${createHash('sha256').update(mailId).digest('hex').slice(0, 40)}@${domain}>`;
}

/** Idle connections are closed after this time. */
const idleMs = 250;
const maxConnections = 4;

/**
 * Sends by SMTP. Consecutive mails share connections; idle ones are closed early, so that no mail fails because the
 * server has closed one.
 */
export function createMailCarrier({ url, from, stepMs = 15_000 }: MailCarrierOptions): MailCarrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    maxMessages: Number.POSITIVE_INFINITY,
    idleTimeout: idleMs,
    // An interrupted mail may have been delivered: the sender decides whether to retry.
    maxRequeues: 0,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    // No content of a mail may make this process read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async carry({ mailId, to, subject, html, text, headers, calendar }) {
      const recipient = { name: '', address: to };
      try {
        await transport.sendMail({
          envelope: { from, to: recipient },
          messageId: messageIdOf(mailId, from),
          from,
          to: recipient,
          subject,
          text,
          html,
          headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
          attachments: calendar && [
            {
              filename: 'repair.ics',
              content: calendar.content,
              contentType: `text/calendar; charset=utf-8; method=${calendar.method}`,
            },
          ],
        });
      } catch (error) {
        throw carrierError(error);
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpFailure {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly message?: unknown;
  readonly responseCode?: unknown;
}

function carrierError(error: unknown): CarrierError {
  const failure: SmtpFailure = typeof error === 'object' && error !== null ? error : {};
  const { code = 'unknown', command, message = 'unknown', responseCode } = failure;
  const maskedMessage = String(message).replaceAll(/[^\s<>"']+@[^\s<>"',;]+/g, maskContact);
  // A server that refuses the sender or requires authentication would refuse every mail.
  const isAboutMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  return new CarrierError(`${String(code)}: ${maskedMessage}`.slice(0, 200), {
    // Without a response code nodemailer refused the envelope: the address is invalid.
    isFinal: isAboutMail && (typeof responseCode !== 'number' || responseCode >= 500),
    isAboutServer: !isAboutMail,
  });
}
