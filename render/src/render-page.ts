import { partNameSchema, partVersionSchema } from '@kinmel/contracts';
import { z } from 'zod';
import type { Outcome, RenderFigures } from './figures.ts';
import { BadVersionError, RenderError, SetRefusedError } from './sets/render-errors.ts';
import type { Verdicts } from './sets/verdicts.ts';
import type { VersionSets } from './sets/version-sets.ts';

const remoteName = z.string().regex(/^mfe-[a-z-]+$/);

const setSchema = z.object({
  shell: partVersionSchema,
  remotes: z.record(remoteName, partVersionSchema),
  hashes: z.record(partNameSchema, z.string().startsWith('sha384-')),
  /** The revision of the last automatic rollback; 0 before the first, and for a gateway that does not send it. */
  rollback: z.int().min(0).default(0),
  /** The server files of the set, by `shell` or remote: sent after an answer 409. */
  files: z.record(partNameSchema, z.string()).optional(),
});

/**
 * `POST /internal/pages`: a page to render, and its set of versions. Contains nothing about the visitor. Registry and
 * answers are parsed in the sandbox; here only their presence is checked.
 */
export const pageSchema = setSchema.extend({
  /** The remote of the page; undefined for a page of the shell. */
  remote: remoteName.optional(),
  address: z.string().startsWith('/').max(2048),
  registry: z.looseObject({ schema: z.literal(1) }),
  firstData: z.record(z.string(), z.unknown()),
});

/** `POST /internal/sets`: versions to preload. */
export { setSchema };

export interface PageParts {
  readonly sets: VersionSets;
  readonly verdicts: Verdicts;
  readonly figures: RenderFigures;
}

/**
 * React escapes text. A rendered script element would conflict with the script and data blocks that the gateway adds.
 */
const scriptElement = /<script\b/i;

function outcomeOf(error: unknown): Outcome {
  if (error instanceof RenderError) return error.failure;
  if (error instanceof BadVersionError) return 'breaker-open';
  return error instanceof SetRefusedError ? 'not-now' : 'unusable';
}

/** Resolves with the HTML of a page. Rejects with the reason for a failure, after counting it. */
export async function renderPage(
  { sets, verdicts, figures }: PageParts,
  page: z.output<typeof pageSchema>,
): Promise<string> {
  const { shell, remotes, hashes, remote, address, registry, firstData } = page;
  const startedAt = performance.now();
  const count = (outcome: Outcome) =>
    figures.countPage(remote ?? 'shell', outcome, (performance.now() - startedAt) / 1000);
  try {
    const owner = remote ?? 'shell';
    const html = await verdicts.run(owner, remote ? (remotes[remote] ?? '') : shell, async () => {
      const rendered = await sets
        .forPage({ shell, remotes, hashes })
        .render(JSON.stringify({ address, registry, firstData }));
      if (scriptElement.test(rendered)) throw new RenderError('threw', 'the page has a script element');
      return rendered;
    });
    count('rendered');
    return html;
  } catch (error) {
    count(outcomeOf(error));
    throw error;
  }
}
