import { post } from './post.ts';

const path = '/api/auth/logout';
const retryMs = 60_000;

/**
 * Revokes ended sessions on the server. Unsent logouts are kept in memory only: in storage they could be restored as a
 * session. A logout that is lost when the page closes is harmless, as its storage half is deleted. The answer clears the browser's
 * cookie half, and must not arrive after the one that a login sets in any tab: `hold` delays logins meanwhile. An
 * aborted logout is sent again later, and then does not affect a newer session.
 */
export function createLogouts(hold: (until: Promise<unknown>, controller: AbortController) => void) {
  const unsent = new Set<string>();
  let sending: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    const controller = new AbortController();
    for (const refreshToken of unsent) {
      const logout = post(path, { refreshToken }, { controller });
      hold(logout, controller);
      const answer = await logout;
      // A failing server, a rate limit or another server in the shop's place is not an answer.
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
    /** Takes the storage half of the refresh token. */
    send: (refreshToken: string) => {
      unsent.add(refreshToken);
      sendAgain();
    },
    /** Sends unsent logouts; called when the shop may be reachable again. */
    sendAgain,
    /** `keepalive`: the request must arrive although its page is being left. */
    sendOnLeaving: () => {
      for (const refreshToken of unsent) void post(path, { refreshToken }, { keepalive: true });
    },
    stop: () => clearTimeout(timer),
  };
}
