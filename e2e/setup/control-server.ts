import { createServer } from 'node:http';
import type { TestTokens } from '@kinmel/testing/servers';
import { change } from '@kinmel/tooling/control';
import type { Stack } from '@kinmel/tooling/stack';

/** State of the running shop for tests: `GET /` of the control server. */
export type StackState = Pick<Stack, 'urls' | 'people' | 'ports' | 'folders' | 'pids'>;

/** An access token that the services accept, or an expired one. */
export interface ControlToken {
  token: string;
}

/**
 * Lets tests change parts of the stack and act as its admin: `POST /kill/<part>`, `/freeze/<part>`, `/restart/<part>`
 * (query: extra environment variables of a service, and `build`, the folder of other builds), `GET /`, `GET /admin-token`, `GET /expired-token`.
 */
export async function serveControl(
  stack: Stack,
  tokens: Pick<TestTokens, 'expired'>,
): Promise<{ url: string; close(): Promise<void> }> {
  const adminToken = adminSignIn(stack);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://control');
    const [, action, part = ''] = pathname.split('/');
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const state = (): StackState => ({
      urls: stack.urls,
      people: stack.people,
      ports: stack.ports,
      folders: stack.folders,
      pids: stack.pids,
    });
    const run = async () => {
      if (request.method === 'GET' && (action === 'admin-token' || action === 'expired-token')) {
        const token = action === 'admin-token' ? await adminToken() : tokens.expired();
        return answer(200, { token } satisfies ControlToken);
      }
      const { build, ...environment } = Object.fromEntries(searchParams);
      const hasChanged = request.method === 'POST' && (await change(stack, action, part, environment, build));
      if (!hasChanged && (request.method !== 'GET' || action !== ''))
        return answer(404, { message: 'unknown' });
      return answer(200, state());
    };
    run().catch((error: unknown) =>
      answer(500, { message: error instanceof Error ? error.message : String(error) }),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The control server has no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Calls that move money require a password entered within the last ten minutes (AUTH-P7). */
const signInAgainMs = 9 * 60_000;

/** Signs in the admin of the sample data; for tokens with the admin role the services check the session with auth. */
function adminSignIn({ urls, people }: Pick<Stack, 'urls' | 'people'>): () => Promise<string> {
  let session: { readonly token: Promise<string>; readonly atMs: number } | undefined;
  const signIn = async () => {
    const { email, password } = people.admin;
    const response = await fetch(`${urls.shop}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const answer: { token?: string; message?: string } = await response.json();
    if (answer.token === undefined) throw new Error(`The admin could not sign in: ${answer.message}`);
    return answer.token;
  };
  return () => {
    if (session === undefined || Date.now() - session.atMs > signInAgainMs) {
      session = { token: signIn(), atMs: Date.now() };
      session.token.catch(() => {
        session = undefined;
      });
    }
    return session.token;
  };
}
