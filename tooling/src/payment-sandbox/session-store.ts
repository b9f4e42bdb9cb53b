import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxSession } from './sandbox-session.ts';

/** Stores each session in a file when a folder is given, so that it survives a restart. */
export function createSessionStore(folder?: string) {
  const sessions = new Map<string, SandboxSession>();
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const file of readdirSync(folder)) {
      if (!file.endsWith('.json')) continue;
      // Written by this store only.
      const session = JSON.parse(readFileSync(join(folder, file), 'utf8')) as SandboxSession;
      sessions.set(session.id, session);
    }
  }
  return {
    find: (id: string) => sessions.get(id),
    findByPayment: (paymentIntentId: string) =>
      [...sessions.values()].find((session) => session.paymentIntentId === paymentIntentId),
    all: () => [...sessions.values()],
    save(session: SandboxSession) {
      sessions.set(session.id, session);
      if (folder === undefined) return;
      const file = join(folder, `${session.id}.json`);
      writeFileSync(`${file}.new`, JSON.stringify(session));
      renameSync(`${file}.new`, file);
    },
  };
}
