import { createHash } from 'node:crypto';
import { maskContact } from '@kinmel/service-kit';
import { createTransport } from 'nodemailer';
import { composeMail } from './compose-mail.ts';
import type { DrawnMail } from './draw-mail.ts';

/** Takes mails to the mail server. */
export interface MailCarrier {
  /** Resolves when the mail server has taken the mail; rejects with `CarrierError`. */
  carry(mail: { readonly mailId: string; readonly to: string } & DrawnMail): Promise<void>;
  close(): void;
}

/** A mail that was not taken. The text holds no whole address, so that it may be kept and logged. */
export class CarrierError extends Error {
  override readonly name = 'CarrierError';
  /** The mail server will never take it. */
  readonly isFinal: boolean;
  /** It is about the mail server, not about this mail: others would not come through either. */
  readonly isAboutServer: boolean;

  constructor(message: string, { isFinal, isAboutServer }: { isFinal: boolean; isAboutServer: boolean }) {
    super(message);
    this.isFinal = isFinal;
    this.isAboutServer = isAboutServer;
  }
}

export interface MailCarrierOptions {
  /** `smtp://user:password@host:port`, `smtps://…`; never logged. */
  readonly url: string;
  /** `Name <address@domain>`. */
  readonly from: string;
  /** Limit of each step of the conversation; all of them together stay below the sender's lease. */
  readonly stepMs?: number;
}

/** The id by which a reader's mail program knows that it has this mail already: the same at every attempt (M2). */
export function messageIdOf(mailId: string, from: string): string {
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return `<${createHash('sha256').update(mailId).digest('hex').slice(0, 40)}@${domain}>`;
}

/** A connection that nothing was sent over for so long is closed. */
const keepMs = 250;
const maxConnections = 4;

/**
 * Speaks SMTP. Mails that leave one after the other share a connection; one that nobody needs is closed at once, so that
 * no mail breaks because the server had closed an old one.
 */
export function createMailCarrier({ url, from, stepMs = 15_000 }: MailCarrierOptions): MailCarrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    maxMessages: Number.POSITIVE_INFINITY,
    idleTimeout: keepMs,
    // What broke may have arrived: whether it is tried again is the sender's decision.
    maxRequeues: 0,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    // A mail is text of ours: nothing in it may make this process read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async carry({ mailId, to, ...drawn }) {
      const messageId = messageIdOf(mailId, from);
      try {
        await transport.sendMail({
          envelope: { from, to: { name: '', address: to } },
          raw: composeMail({ messageId, from, to, ...drawn }),
          messageId,
        });
      } catch (error) {
        throw carrierError(error);
      }
    },
    close: () => transport.close(),
  };
}

/** What nodemailer and Node put on their errors. */
interface SmtpFailure {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly message?: unknown;
  readonly responseCode?: unknown;
}

function carrierError(error: unknown): CarrierError {
  const failure: SmtpFailure = typeof error === 'object' && error !== null ? error : {};
  const { code = 'unknown', command, message = 'unknown', responseCode } = failure;
  const words = String(message).replaceAll(/[^\s<>"']+@[^\s<>"',;]+/g, maskContact);
  // Who refuses our sender, or wants a password first, has not heard of the mail yet: it would refuse every one.
  const isAboutMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  return new CarrierError(`${String(code)}: ${words}`.slice(0, 200), {
    // Without an answer the envelope was refused before the server saw it: an address that cannot be one.
    isFinal: isAboutMail && (typeof responseCode !== 'number' || responseCode >= 500),
    isAboutServer: !isAboutMail,
  });
}
