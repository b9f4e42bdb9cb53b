import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@kinmel/service-kit';
import { afterFailure, hasUsedUpItsAttempts, isTooLate } from '../mail.rules.ts';
import type { ClaimedMail, MailsStore } from '../mails.store.ts';
import type { DrawMail } from './draw-mail.ts';
import { CarrierError, type MailCarrier } from './mail-carrier.ts';
import type { MailMetrics } from './mail-metrics.ts';

export interface MailSenderOptions {
  readonly mails: MailsStore;
  readonly carrier: MailCarrier;
  readonly drawMail: DrawMail;
  readonly now: () => Date;
  /** Pauses after the 1st, 2nd, … failure; one more failure than there are pauses and the mail has failed. */
  readonly retryDelaysMs: readonly number[];
  readonly logger: Logger;
  readonly metrics?: MailMetrics | undefined;
  /** How long `stop` waits for a mail server that does not answer; within the ten seconds that a process has to end. */
  readonly stopMs?: number;
}

export interface MailSender {
  /** Sends what is due now; resolves with how many mails were sent. */
  sendDue(): Promise<number>;
  /** Goes on sending what becomes due, until `stop`. */
  start(): void;
  /**
   * Takes no further mail and waits for those under way, but not for ever: one that the mail server has not answered by
   * then is sent again when its lease has run out.
   */
  stop(): Promise<void>;
}

/** Longer than a carrier can take for one mail, so that a living sender never loses what it is sending. */
const leaseMs = 180_000;
const laneCount = 4;
/** So many are taken with one write. */
const claimedAtOnce = 20;
/** Of news: what becomes due meanwhile and is urgent waits for these at most (M9). */
const newsClaimedAtOnce = 8;
/** What is taken and not begun by then goes back, so that its lease never ends while it is being sent. */
const beginWithinMs = 60_000;
const lookEveryMs = 1_000;
/** So long a sent mail waits at most for those under way beside it, to be noted together with them. */
const noteWithinMs = 20;

/**
 * Sends kept mails. Several senders may run at once: each mail belongs to one of them for the time of its lease (M2).
 * A process that dies after the mail server took a mail and before that is written down sends it again when the lease has run
 * out, under the same Message-ID; this moment is the only one in which a mail can leave twice.
 */
export function createMailSender({
  mails,
  carrier,
  drawMail,
  now,
  retryDelaysMs,
  logger,
  metrics,
  stopMs = 6_000,
}: MailSenderOptions): MailSender {
  type Outcome = 'sent' | 'failed' | 'server-away';

  async function send(mail: ClaimedMail): Promise<Outcome> {
    const about = { mailId: mail.mailId, template: mail.template, attempt: mail.attempts };
    if (isTooLate(mail.sendBefore, now())) {
      await mails.markFailed(mail, 'Too late: what it says has run out.', false);
      metrics?.count(mail.template, 'failed');
      logger.warn(about, 'mail given up: what it says has run out');
      return 'failed';
    }
    // While it waited for the mail server something newer was written.
    if (mail.news !== null && (await mails.hasLaterMail(mail.news))) {
      await mails.markFailed(mail, 'Overtaken: there is a mail about a later event.', false);
      metrics?.count(mail.template, 'failed');
      logger.warn(about, 'mail given up: there is a mail about a later event');
      return 'failed';
    }
    if (hasUsedUpItsAttempts(mail.attempts, retryDelaysMs)) {
      await mails.markFailed(mail, 'Every attempt ended without an outcome.', true);
      metrics?.count(mail.template, 'failed');
      logger.error(about, 'mail given up: every attempt ended without an outcome');
      return 'failed';
    }
    underWay += 1;
    try {
      await carrier.carry({ mailId: mail.mailId, to: mail.to, ...drawMail(mail) });
    } catch (error) {
      return await noteFailure(mail, error, about);
    } finally {
      underWay -= 1;
      if (underWay === 0) noneUnderWay();
    }
    if (await markSent(mail)) {
      metrics?.count(mail.template, 'sent');
      logger.info(about, 'mail sent');
    } else {
      logger.warn(about, 'mail sent, but not noted: it may leave again, under the same Message-ID');
    }
    return 'sent';
  }

  async function noteFailure(mail: ClaimedMail, error: unknown, about: object): Promise<Outcome> {
    const refusal =
      error instanceof CarrierError
        ? error
        : // Drawing failed: the words of that error could quote the mail.
          new CarrierError(`Not drawn: ${error instanceof Error ? error.name : 'unknown'}`, {
            isFinal: false,
            isAboutServer: false,
          });
    const next = afterFailure({ attempts: mail.attempts, isFinal: refusal.isFinal, retryDelaysMs });
    if (next.state === 'failed') {
      await mails.markFailed(mail, refusal.message, true);
      logger.error({ ...about, reason: refusal.message }, 'mail failed');
    } else {
      await mails.markWaiting(mail, new Date(now().getTime() + next.pauseMs), refusal.message);
      logger.warn({ ...about, reason: refusal.message, pauseMs: next.pauseMs }, 'mail not sent, it waits');
    }
    metrics?.count(mail.template, next.state === 'failed' ? 'failed' : 'postponed');
    return refusal.isAboutServer ? 'server-away' : 'failed';
  }

  /** Taken and not begun yet; the lanes take the next one from here. */
  let claimed: { readonly mail: ClaimedMail; readonly at: number }[] = [];
  let claiming: Promise<void> | undefined;

  async function claimMore(): Promise<void> {
    const at = performance.now();
    const mine = await mails.claim(now(), leaseMs, {
      claim: randomUUID(),
      limit: claimedAtOnce,
      newsLimit: newsClaimedAtOnce,
    });
    claimed = mine.map((mail) => ({ mail, at }));
  }

  async function nextMail(): Promise<ClaimedMail | undefined> {
    if (isStopping) return undefined;
    if (claimed.length === 0) {
      claiming ??= claimMore().finally(() => {
        claiming = undefined;
      });
      await claiming;
    }
    const next = claimed[0];
    // A slow mail server: of what is left of the lease the rest could need more.
    if (next === undefined || isStopping || performance.now() - next.at > beginWithinMs) return undefined;
    claimed.shift();
    return next.mail;
  }

  async function putBackClaimed(): Promise<void> {
    const rest = claimed.splice(0).map(({ mail }) => mail);
    for (const group of Map.groupBy(rest, ({ claim }) => claim).values()) await mails.putBack(group);
  }

  /** Mails that the lanes are handing to the mail server. */
  let underWay = 0;
  let noneUnderWay = () => {};

  async function untilNoneIsUnderWay(): Promise<void> {
    if (underWay === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, noteWithinMs);
    noneUnderWay = resolve;
    await promise;
    clearTimeout(timer);
  }

  /** By claim, what waits to be noted as sent: mails that are done at about the same time share one write. */
  const toNote = new Map<string, { mails: ClaimedMail[]; noted: Promise<boolean> }>();
  let noting: Promise<unknown> = Promise.resolve();

  /** False when this mail, or one that shared its write, was not noted. */
  function markSent(mail: ClaimedMail): Promise<boolean> {
    const waiting = toNote.get(mail.claim);
    if (waiting !== undefined) {
      waiting.mails.push(mail);
      return waiting.noted;
    }
    const together = [mail];
    const noted = noting.then(async () => {
      await untilNoneIsUnderWay();
      toNote.delete(mail.claim);
      return (await mails.markSent(together, now())) === together.length;
    });
    noting = noted.catch(() => undefined);
    toNote.set(mail.claim, { mails: together, noted });
    return noted;
  }

  async function runLane(): Promise<number> {
    let sent = 0;
    for (let mail = await nextMail(); mail !== undefined; mail = await nextMail()) {
      const outcome = await send(mail);
      if (outcome === 'sent') sent += 1;
      // The others would only use up their attempts: leave them for the next look.
      if (outcome === 'server-away') {
        await putBackClaimed();
        return sent;
      }
    }
    return sent;
  }

  let isStopping = false;
  let isWanted = false;
  let running: Promise<void> = Promise.resolve();
  let wake = () => {};

  async function run(): Promise<void> {
    while (isWanted) {
      try {
        await sendDue();
      } catch (error) {
        logger.warn({ err: error }, 'mails wait for the database');
      }
      if (!isWanted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookEveryMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async function sendDue(): Promise<number> {
    const lanes = await Promise.allSettled(Array.from({ length: laneCount }, () => runLane()));
    await putBackClaimed();
    let sent = 0;
    for (const lane of lanes) {
      if (lane.status === 'rejected') throw lane.reason;
      sent += lane.value;
    }
    return sent;
  }

  return {
    sendDue,
    start() {
      if (isWanted) return;
      isWanted = true;
      running = run();
    },
    async stop() {
      isStopping = true;
      isWanted = false;
      wake();
      await Promise.race([running, pause(stopMs, undefined, { ref: false })]);
    },
  };
}
