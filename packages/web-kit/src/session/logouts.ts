import { post } from './post.ts';

const path = '/api/auth/logout';
const retryMs = 60_000;

/**
 * Ends sessions on the server that have ended here. What could not be sent is kept in memory alone: in storage somebody could
 * put it back. What a closed page leaves unsent nobody can use any more, as its storage half is gone.
 *
 * The answer takes back the cookie half that the browser holds, and must not come after the one that a login sets, in whatever
 * tab: `hold` keeps logins waiting meanwhile. One that is cut off is sent again later; then it spares a newer session.
 */
export function createLogouts(hold: (until: Promise<unknown>, cut: AbortController) => void) {
  const unsent = new Set<string>();
  let sending: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    const cut = new AbortController();
    for (const refreshToken of unsent) {
      const sent = post(path, { refreshToken }, { cut });
      hold(sent, cut);
      const answer = await sent;
      // A server in trouble, too many calls, or somebody else in the shop's place: that was no answer.
      if (answer?.body && answer.status < 500 && answer.status !== 429) unsent.delete(refreshToken);
    }
    if (unsent.size > 0) timer = setTimeout(sendAgain, retryMs);
  }

  function sendAgain(): void {
    if (sending || unsent.size === 0) return;
    sending = sendAll().finally(() => {
      sending = undefined;
    });
  }

  return {
    /** Takes the storage half of the session. */
    send: (refreshToken: string) => {
      unsent.add(refreshToken);
      sendAgain();
    },
    /** What has not arrived yet; called when the shop may be reached again. */
    sendAgain,
    /** It must arrive although its page is being left. */
    sendOnLeaving: () => {
      for (const refreshToken of unsent) void post(path, { refreshToken }, { keepalive: true });
    },
    stop: () => clearTimeout(timer),
  };
}
