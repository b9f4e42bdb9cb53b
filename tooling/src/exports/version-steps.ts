import { createHash } from 'node:crypto';
import { diff } from 'semver';
import { z } from 'zod';

/** How far a version moves. */
export type Step = 'none' | 'patch' | 'minor' | 'major';

const steps: readonly Step[] = ['none', 'patch', 'minor', 'major'];
const isEnough = (given: Step, needed: Step) => steps.indexOf(given) >= steps.indexOf(needed);

/** Names with a hash of their types' text. A type that is not exported itself, but that an exported one is made of, begins with `~`. */
export type Exports = Readonly<Record<string, string>>;

/** The exports of each package's last version, `docs/exports/released.json`. */
export const releasedSchema = z.record(
  z.string(),
  z.object({ version: z.string(), exports: z.record(z.string(), z.string()) }),
);

export type Released = z.output<typeof releasedSchema>;

const declaration =
  /^(export )?(?:default )?(?:declare )?(?:abstract )?(?:function|const|let|class|interface|type|enum|namespace) ([\w$]+)/;

/** Reads a report: its names, each under the report's own. */
export function exportsOf(report: string, text: string): Exports {
  const texts: Record<string, string> = {};
  let name: string | undefined;
  for (const block of text.split('\n\n')) {
    for (const [, listed = ''] of block.matchAll(/^- (\S+)$/gm)) texts[`${report}/${listed}`] = '';
    const found = declaration.exec(block);
    if (found) name = `${found[1] ? '' : '~'}${report}/${found[2]}`;
    // A block without a name goes on with the one before; overloads share a name.
    if (name !== undefined && !block.startsWith('```')) texts[name] = (texts[name] ?? '') + block;
  }
  const hash = (value: string) => createHash('sha256').update(value).digest('hex').slice(0, 8);
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, hash(value)]));
}

/** What became of the exports since a version. */
export interface ExportChanges {
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly added: readonly string[];
}

export function changesOf(before: Exports, after: Exports): ExportChanges {
  const isOwn = (name: string) => !name.startsWith('~');
  const [old, now] = [Object.keys(before), Object.keys(after)];
  return {
    removed: old.filter((name) => isOwn(name) && !(name in after)),
    changed: old.filter((name) => name in after && before[name] !== after[name]),
    added: now.filter((name) => isOwn(name) && !(name in before)),
  };
}

/** One file of `.changeset/`. */
export interface Changeset {
  readonly steps: Readonly<Record<string, Step>>;
  /** Changed exports that its author says everybody can go on using: its line `Compatible: web-kit/Link, web-kit/toast`. */
  readonly compatible: readonly string[];
}

export function readChangeset(text: string): Changeset {
  const [, head = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  const named = [...head.matchAll(/^['"]?([^'":]+)['"]?: (patch|minor|major)$/gm)];
  const [, list = ''] = /^Compatible: (.+)$/m.exec(body) ?? [];
  return {
    steps: Object.fromEntries(named.map(([, name = '', step]) => [name, step as Step])),
    compatible: list.split(',').map((name) => name.trim()),
  };
}

/** The least step that these changes ask for. The text of a type that changed is taken for incompatible unless somebody says otherwise. */
export function neededStep(changes: ExportChanges, compatible: readonly string[]): Step {
  const { removed, changed, added } = changes;
  if (removed.length > 0 || changed.some((name) => !compatible.includes(name))) return 'major';
  return changed.length > 0 || added.length > 0 ? 'minor' : 'none';
}

const inWords = ({ removed, changed, added }: ExportChanges) =>
  [
    ...removed.map((name) => `  - ${name} is gone`),
    ...changed.map((name) => `  - ${name} has changed`),
    ...added.map((name) => `  - ${name} is new`),
  ].join('\n');

/** What is wrong with the version of a package, in words that say how to go on; undefined when nothing is. */
export function missingStep(
  name: string,
  version: string,
  released: Released[string],
  now: Exports,
  changesets: readonly Changeset[],
): string | undefined {
  const own = changesets.filter(({ steps: declared }) => name in declared);
  const changes = changesOf(released.exports, now);
  const needed = neededStep(
    changes,
    own.flatMap(({ compatible }) => compatible),
  );
  if (version !== released.version) {
    return `${name} is at ${version}, docs/exports/released.json at ${released.version}: npm run documents`;
  }
  const declared = own.map(({ steps: each }) => each[name] ?? 'none');
  if (declared.some((step) => isEnough(step, needed)) || needed === 'none') return undefined;
  return `${name} ${version} needs a changeset of ${needed} (npm run changeset), as since that version\n${inWords(changes)}\nA change that everybody can go on using is named in it, "Compatible: ${changes.changed[0] ?? '<name>'}", and needs minor.`;
}

/**
 * Throws when a version has moved by less than its exports have since: who removes moves major, who adds or changes minor. Of 0.x
 * a minor step is as good as a major one, because ranges refuse it.
 */
export function assertMoved(name: string, version: string, released: Released[string], now: Exports): void {
  const changes = changesOf(released.exports, now);
  const needed = neededStep(changes, changes.changed);
  const moved = diff(released.version, version);
  const isBreaking = moved === 'major' || (moved === 'minor' && released.version.startsWith('0.'));
  if (needed === 'none' || isBreaking || (needed === 'minor' && moved === 'minor')) return;
  throw new Error(
    `${name} moved from ${released.version} to ${version}, and needs ${needed}:\n${inWords(changes)}`,
  );
}
