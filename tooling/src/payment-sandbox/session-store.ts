import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stores each session in a file when a folder is given, so that it survives a restart. */
export function createSessionStore<Session extends { readonly id: string }>(folder?: string) {
  const sessions = new Map<string, Session>();
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const file of readdirSync(folder)) {
      if (!file.endsWith('.json')) continue;
      // Only this store writes these files, so they are not validated.
      const session = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Session;
      sessions.set(session.id, session);
    }
  }
  return {
    find: (id: unknown) => (typeof id === 'string' ? sessions.get(id) : undefined),
    all: () => [...sessions.values()],
    save: (session: Session) => {
      sessions.set(session.id, session);
      if (folder === undefined) return;
      const file = join(folder, `${session.id}.json`);
      writeFileSync(`${file}.new`, JSON.stringify(session));
      renameSync(`${file}.new`, file);
    },
  };
}
