import type { DrawMail, DrawnMail } from './draw-mail.ts';

/** Longer than a mail usually waits. */
const keepMs = 60_000;
/** About 15 kB each. */
const maxKept = 250;

/**
 * Caches drawn mails until they are sent: a mail is drawn when it is written, to validate it (M3), and usually sent a
 * moment later by the same process. Mails with secrets are not cached.
 * @param now monotonic clock in milliseconds
 */
export function drawOnce(drawMail: DrawMail, now = () => performance.now()): DrawMail {
  const kept = new Map<string, { readonly drawn: DrawnMail; readonly at: number }>();

  function keep(mailId: string, drawn: DrawnMail): void {
    for (const [id, { at }] of kept) {
      if (now() - at <= keepMs) break;
      kept.delete(id);
    }
    // When full, new ones are not cached, as old ones are sent first.
    if (kept.size < maxKept) kept.set(mailId, { drawn, at: now() });
  }

  return (mail) => {
    const before = kept.get(mail.mailId);
    kept.delete(mail.mailId);
    if (before !== undefined && now() - before.at <= keepMs) return before.drawn;
    const drawn = drawMail(mail);
    if (Object.keys(mail.sealed).length === 0) keep(mail.mailId, drawn);
    return drawn;
  };
}
