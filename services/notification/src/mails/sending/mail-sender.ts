import { randomUUID } from 'node:crypto';
import { inSpan, type Logger, normalEmail, repeat } from '@kinmel/service-kit';
import { afterFailure, hasUsedUpItsAttempts, isTooLate } from '../mail.rules.ts';
import type { ClaimedMail, MailsStore } from '../mails.store.ts';
import { CarrierError, type MailCarrier } from './mail-carrier.ts';
import type { MailMetrics } from './mail-metrics.ts';
import type { RenderStoredMail } from './render-stored-mail.ts';

export interface MailSenderOptions {
  readonly mails: MailsStore;
  readonly carrier: MailCarrier;
  readonly renderStoredMail: RenderStoredMail;
  /** The current address of an account; null for a deleted one. Rejects when auth does not answer. */
  readonly findAddress: (userId: string) => Promise<string | null>;
  readonly now: () => Date;
  /** Pauses after each failure; the mail fails after the last one. */
  readonly retryDelaysMs: readonly number[];
  readonly logger: Logger;
  readonly metrics?: MailMetrics | undefined;
  /** How long `stop` waits for the mail server, less than the ten seconds that a process has to end. */
  readonly stopMs?: number;
}

/** Longer than a carrier can take for one mail, so that a running sender never loses its lease. */
const leaseMs = 180_000;
const concurrency = 4;
const batchSize = 20;
/** Smaller, so that an urgent mail waits for few news mails (NOT-M9). */
export const newsBatchSize = 8;
/**
 * A mail whose sending has not begun by then is released, so that its lease does not expire while it is sent.
 */
const beginWithinMs = 60_000;
const pollMs = 1_000;

/**
 * Sends waiting mails. Several senders may run at once: each mail is leased to one of them (NOT-M2). When a
 * process ends between the acceptance of a mail by the mail server and the write of that result, the mail is
 * sent again after the lease, with the same Message-ID. This is the only case in which a mail is sent twice.
 */
export function createMailSender({
  mails,
  carrier,
  renderStoredMail,
  findAddress,
  now,
  retryDelaysMs,
  logger,
  metrics,
  stopMs = 6_000,
}: MailSenderOptions) {
  type Outcome = 'sent' | 'superseded' | 'failed' | 'server-down' | 'dropped';

  /** NOT-M6: also checked for a mail that has expired or was refused by the mail server. */
  async function isSuperseded(mail: ClaimedMail): Promise<boolean> {
    if (mail.news === null || !(await mails.hasLaterMail(mail.news))) return false;
    await mails.markUnsent(mail, 'superseded', null, false);
    metrics?.count(mail.template, 'superseded');
    logger.info(aboutMail(mail), 'mail superseded by one about a later event');
    return true;
  }

  async function giveUp(mail: ClaimedMail, reason: string, keepsData: boolean): Promise<Outcome> {
    if (await isSuperseded(mail)) return 'superseded';
    await mails.markUnsent(mail, 'failed', reason, keepsData);
    metrics?.count(mail.template, 'failed');
    logger.error({ ...aboutMail(mail), reason }, 'mail failed');
    return 'failed';
  }

  /** Undefined without a recipient: a deleted account, or a copy to the address of the original (NOT-M18). */
  async function recipientOf({ toAccount, personId, to }: ClaimedMail): Promise<string | undefined> {
    if (toAccount === undefined) return to;
    const address = await findAddress(personId).catch(() => {
      throw new CarrierError('The address of the account is unknown while auth does not answer.');
    });
    const isOriginal = toAccount === 'copy' && normalEmail(address ?? '') === normalEmail(to);
    return address === null || isOriginal ? undefined : address;
  }

  async function send(mail: ClaimedMail): Promise<Outcome> {
    if (isTooLate(mail.sendBefore, now())) return giveUp(mail, 'Expired.', false);
    if (await isSuperseded(mail)) return 'superseded';
    if (hasUsedUpItsAttempts(mail.attempts, retryDelaysMs))
      return giveUp(mail, 'No attempt has a stored outcome.', true);
    let to: string | undefined;
    try {
      to = await recipientOf(mail);
      if (to !== undefined) await carrier.carry({ mailId: mail.mailId, to, ...renderStoredMail(mail) });
    } catch (error) {
      return noteFailure(mail, error);
    }
    if (to === undefined) {
      await mails.drop(mail);
      logger.info(
        aboutMail(mail),
        'mail dropped: its account was deleted, or has the address of the original',
      );
      return 'dropped';
    }
    if (await mails.markSent(mail, to, now())) {
      metrics?.count(mail.template, 'sent');
      logger.info(aboutMail(mail), 'mail sent');
    } else {
      logger.warn(
        aboutMail(mail),
        'mail sent after its lease: it may be sent again with the same Message-ID',
      );
    }
    return 'sent';
  }

  async function noteFailure(mail: ClaimedMail, error: unknown): Promise<Outcome> {
    const refusal =
      error instanceof CarrierError
        ? error
        : // The message of a rendering error could quote the mail.
          new CarrierError(`Not rendered: ${error instanceof Error ? error.name : 'unknown'}`);
    const reason = refusal.message;
    const next = afterFailure({ attempts: mail.attempts, isFinal: refusal.isFinal, retryDelaysMs });
    if (next.state === 'failed') {
      await giveUp(mail, reason, true);
    } else {
      await mails.markWaiting(mail, new Date(now().getTime() + next.pauseMs), reason);
      metrics?.count(mail.template, 'postponed');
      logger.warn(
        { ...aboutMail(mail), reason, pauseMs: next.pauseMs },
        'a mail was not sent and waits for the next attempt',
      );
    }
    return refusal.isAboutServer ? 'server-down' : 'failed';
  }

  async function sendBatch(claimed: readonly ClaimedMail[], stopping?: AbortSignal): Promise<Outcome[]> {
    const startedAt = performance.now();
    const waiting = [...claimed];
    const outcomes: Outcome[] = [];
    const mustStop = () =>
      stopping?.aborted === true ||
      // Further attempts would fail too.
      outcomes.includes('server-down') ||
      performance.now() - startedAt > beginWithinMs;
    const sendNext = async () => {
      while (!mustStop()) {
        const mail = waiting.shift();
        if (mail === undefined) return;
        outcomes.push(await inSpan(`sends ${mail.template}`, mail.traceparent, () => send(mail)));
      }
    };
    const senders = await Promise.allSettled(Array.from({ length: concurrency }, sendNext));
    await mails.release(waiting);
    for (const sender of senders) if (sender.status === 'rejected') throw sender.reason;
    return outcomes;
  }

  async function sendDue(stopping?: AbortSignal): Promise<number> {
    let sentCount = 0;
    while (stopping?.aborted !== true) {
      const limits = { claim: randomUUID(), limit: batchSize, newsLimit: newsBatchSize };
      const claimed = await mails.claim(now(), leaseMs, limits);
      const outcomes = await sendBatch(claimed, stopping);
      sentCount += outcomes.filter((outcome) => outcome === 'sent').length;
      if (claimed.length === 0 || outcomes.includes('server-down')) break;
    }
    return sentCount;
  }

  const loop = repeat(
    pollMs,
    sendDue,
    (error) => logger.warn({ err: error }, 'mails wait for the database'),
    {
      stopWithinMs: stopMs,
    },
  );
  return {
    /**
     * `stop` starts no further mail and waits up to `stopMs`. A mail that the server did not acknowledge is sent again
     * after its lease.
     */
    ...loop,
    /** Sends the due mails; resolves with their number. */
    sendDue: () => sendDue(),
  };
}

export type MailSender = ReturnType<typeof createMailSender>;

const aboutMail = ({ mailId, template, attempts }: ClaimedMail) => ({ mailId, template, attempt: attempts });
