import type { DrawMail, DrawnMail } from './draw-mail.ts';

/** Longer than a mail waits when all is well; what waits longer is drawn anew. */
const keepMs = 60_000;
/** So many are kept, of about 15 KB each: those of the next seconds of a busy shop. */
const maxKept = 250;

/**
 * A mail is drawn when it is written, to know that it can be (M3), and is sent a moment later, mostly by the same process:
 * what was drawn is kept for that moment and given out once. Mails with secrets are not kept, so that an opened secret lives
 * no longer than the drawing.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function drawOnce(drawMail: DrawMail, now = () => performance.now()): DrawMail {
  const kept = new Map<string, { readonly drawn: DrawnMail; readonly at: number }>();

  function keep(mailId: string, drawn: DrawnMail): void {
    for (const [id, { at }] of kept) {
      if (now() - at <= keepMs) break;
      kept.delete(id);
    }
    // The oldest are sent first: what has no room now comes last.
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
