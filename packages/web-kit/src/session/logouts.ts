import { post } from './post.ts';

/** How long a login waits for a logout that is under way, in milliseconds. */
const longestSettleMs = 3000;
const retryMs = 60_000;

/**
 * Ends sessions on the server that have ended here. What could not be sent is kept in memory alone: in storage somebody could
 * put it back. What a closed page leaves unsent nobody can use any more, as its storage half is gone.
 */
export function createLogouts() {
  const unsent = new Set<string>();
  let sending: Promise<void> | undefined;
  let cut = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    cut = new AbortController();
    for (const refreshToken of unsent) {
      const answer = await post('/api/auth/logout', { refreshToken }, { cut });
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
    /**
     * Before a login: the answer to a logout takes back the cookie half that the browser holds, and must not come after the one
     * that a login sets. One that takes long is cut off; sent again later, it spares a newer session.
     */
    settle: async () => {
      const patience = setTimeout(() => cut.abort(), longestSettleMs);
      await sending;
      clearTimeout(patience);
    },
    stop: () => clearTimeout(timer),
  };
}
