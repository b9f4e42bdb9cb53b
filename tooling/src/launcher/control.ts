import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Stack } from './stack.ts';

type Part = Awaited<ReturnType<Stack['status']>>[number];

/** The control socket is in the state folder, so that only the owner of the folder can use it. */
const socketOf = (stateFolder: string) => join(stateFolder, 'control.sock');

/** Kills, freezes or restarts a part; false for another action. */
export async function change(
  stack: Pick<Stack, 'kill' | 'freeze' | 'restart'>,
  action: string | undefined,
  part: string,
  extra?: NodeJS.ProcessEnv,
  buildFolder?: string,
): Promise<boolean> {
  if (action === 'kill') await stack.kill(part);
  else if (action === 'freeze') await stack.freeze(part);
  else if (action === 'restart') await stack.restart(part, extra, buildFolder);
  else return false;
  return true;
}

/** Lets `npm run shop` reach the running stack. */
export async function serveControl(stack: Stack): Promise<{ close(): void }> {
  const server = createServer((req, res) => {
    const [, action, part = ''] = (req.url ?? '').split('/');
    change(stack, action, part)
      .then(() => stack.status())
      .then(
        (parts) => res.end(JSON.stringify(parts)),
        (error: unknown) => res.writeHead(400).end(error instanceof Error ? error.message : String(error)),
      );
  });
  const socket = socketOf(stack.folders.state);
  rmSync(socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  return { close: () => void server.close() };
}

/** Runs an optional `action` on a part of the shop of this state folder. Resolves with all parts; rejects if it is refused. */
export async function askShop(stateFolder: string, action = '', part = ''): Promise<readonly Part[]> {
  const answer = await new Promise<{ readonly isSuccess: boolean; readonly body: string }>(
    (resolve, reject) => {
      const controlRequest = request(
        { socketPath: socketOf(stateFolder), path: `/${action}/${part}`, method: 'POST' },
        (response) => {
          text(response).then((body) => resolve({ isSuccess: response.statusCode === 200, body }), reject);
        },
      );
      controlRequest
        .on('error', ({ code }: NodeJS.ErrnoException) =>
          reject(new Error(`The shop is starting or stopping, so nothing was done (${code}).`)),
        )
        .end();
    },
  );
  if (!answer.isSuccess) throw new Error(answer.body);
  return JSON.parse(answer.body);
}
