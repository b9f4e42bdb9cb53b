import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, create, UsageError } from './change.ts';
import { partOf } from './templates.ts';

/** The next numbered page in `docs/decisions/`. */
export async function decisionChanges(
  repository: string,
  title: string | undefined,
  today: string,
): Promise<Change[]> {
  if (!title?.trim())
    throw new UsageError('A decision needs its title: npm run new decision -- "Prices are integers inside"');
  const pages = await readdir(join(repository, 'docs/decisions'));
  const number = Math.max(0, ...pages.map((page) => Number.parseInt(page, 10) || 0)) + 1;
  const slug = title
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const text = partOf('decision.md', { number, title: title.trim(), today });
  return [create(`docs/decisions/${String(number).padStart(4, '0')}-${slug}.md`, text)];
}
