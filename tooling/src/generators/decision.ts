import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, UsageError } from './change.ts';

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
  const text = `# ${number}. ${title.trim()}

Date: ${today}. State: proposed.

**Question.** What had to be decided, and what made it a question?

**Chosen.** What we do, in one or two sentences.

**Why.** The reasons and the figures, with their source.

**Cost.** What becomes harder, and how we would notice that the decision was wrong.
`;
  return [{ kind: 'create', path: `docs/decisions/${String(number).padStart(4, '0')}-${slug}.md`, text }];
}
