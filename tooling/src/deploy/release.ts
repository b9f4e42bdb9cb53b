import { allParts, partNameSchema, partVersionSchema, type RegistryRevision } from '@kinmel/contracts';
import { freezeOf, openRegistry, previewLink, pruneVerifications } from '@kinmel/gateway/registry';
import { processPorts } from '@kinmel/service-kit/ports';
import { z } from 'zod';
import { assertDeployable, type GateOptions } from './can-i-deploy.ts';
import { activateBuild, changePart, rollbackPart } from './deploy-part.ts';
import { listHistory } from './list-versions.ts';
import { pruneVersions } from './prune-versions.ts';

/** The command line is invalid; nothing was done. */
export class CallError extends Error {
  override name = 'CallError';
}

export interface ReleaseContext extends GateOptions {
  readonly now: () => Date;
  readonly print: (line: string) => void;
}

/** Options of the command line. */
export interface ReleaseValues {
  readonly why?: string | undefined;
  readonly unverified?: string | undefined;
  readonly until?: string | undefined;
  readonly shop?: string | undefined;
  readonly 'older-than'?: string | undefined;
  readonly 'dry-run'?: boolean | undefined;
}

interface Call extends ReleaseContext {
  /** The arguments after the command. */
  readonly words: readonly string[];
  readonly values: ReleaseValues;
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The end of a freeze, as a time or as a duration from now. */
function timeOf(text: string | undefined, now: Date): string {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text ?? '') ?? [];
  if (unit !== undefined)
    return new Date(now.getTime() + Number(count) * unitMs[unit as keyof typeof unitMs]).toISOString();
  const time = z.iso.datetime({ offset: true }).safeParse(text);
  if (time.success) return new Date(time.data).toISOString();
  throw new CallError(`--until: expected a time such as 2026-12-24T18:00:00Z, or a duration such as 2h.`);
}

function partIn([part]: readonly string[]): string {
  if (part !== undefined && partNameSchema.safeParse(part).success) return part;
  throw new CallError(
    part === undefined ? 'Say which part.' : `"${part}" is neither the shell nor the name of a remote.`,
  );
}

function versionIn([, version]: readonly string[]): string {
  if (version !== undefined && partVersionSchema.safeParse(version).success) return version;
  throw new CallError(version === undefined ? 'Say which version.' : `"${version}" is not a version.`);
}

/** An active part. */
async function activePartIn({ folders, words }: Call): Promise<string> {
  const part = partIn(words);
  const parts = Object.keys((await openRegistry(folders).current())?.active ?? {});
  if (parts.includes(part)) return part;
  throw new CallError(`${part} is not active here. There are: ${parts.join(', ') || 'none'}.`);
}

const freezableIn = (call: Call): Promise<string> =>
  call.words[0] === allParts ? Promise.resolve(allParts) : activePartIn(call);

const readVersion = ({ folders }: Call, part: string, version: string) =>
  openRegistry(folders).readCandidate(part, version);

const minuteOf = (time: string) => time.slice(0, 16).replace('T', ' ');

function stateOf({ active, freezes }: RegistryRevision, part: string, at: string): string {
  const { version, since, previous, canary } = active[part] ?? { version: 'not active', since: at };
  const freeze = freezeOf({ active, freezes }, part, at);
  const next = canary?.steps?.shares[0];
  return [
    `${part.padEnd(20)} ${version} since ${minuteOf(since)}`,
    ...(previous === undefined ? [] : [`before: ${previous}`]),
    ...(canary ? [`canary: ${canary.version} at ${canary.sharePercent} %`] : []),
    ...(next === undefined ? [] : [`next step: ${next} %`]),
    ...(freeze ? [`frozen until ${freeze.until} by ${freeze.who}: ${freeze.why}`] : []),
  ].join(', ');
}

const commands: Readonly<Record<string, (call: Call) => Promise<void>>> = {
  async status({ folders, now, print }) {
    const revision = await openRegistry(folders).current();
    if (!revision) return print('Nothing is deployed yet: npm run deploy -- shell');
    for (const part of Object.keys(revision.active).toSorted())
      print(stateOf(revision, part, now().toISOString()));
  },
  async activate(call) {
    const { folders, values, print } = call;
    const part = partIn(call.words);
    const build = await readVersion(call, part, versionIn(call.words));
    for (const fault of await assertDeployable(build, { ...call, reason: values.unverified }))
      print(`Unverified: ${fault}. The log keeps your reason.`);
    const { version, revision, isNew } = await activateBuild({ build }, folders, values.why);
    print(
      `${part} ${version} ${isNew ? `is active (revision ${revision}).` : 'was already active; nothing changed.'}`,
    );
  },
  async step(call) {
    const part = await activePartIn(call);
    const { active, revision } = await changePart(call.folders, { action: 'step', part }, call.values.why);
    const { version, canary } = active[part] ?? {};
    call.print(
      canary
        ? `${part} ${canary.version} is shown to ${canary.sharePercent} % of the visitors (revision ${revision}).`
        : `${part} ${version} is active (revision ${revision}).`,
    );
  },
  async rollback(call) {
    const part = await activePartIn(call);
    const version = call.words.length > 1 ? versionIn(call.words) : undefined;
    const result = await rollbackPart(part, call.folders, { version, why: call.values.why });
    call.print(`${part} is back at ${result.version} (revision ${result.revision}).`);
  },
  async freeze(call) {
    const { folders, values, now, print } = call;
    const part = await freezableIn(call);
    const until = timeOf(values.until, now());
    if (!values.why) throw new CallError('--why: say why, whoever is refused has to know.');
    const { revision } = await changePart(folders, { action: 'freeze', part, until }, values.why);
    print(`${part} is frozen until ${until} (revision ${revision}); rollbacks stay possible.`);
  },
  async unfreeze(call) {
    const part = await freezableIn(call);
    const { revision } = await changePart(call.folders, { action: 'unfreeze', part }, call.values.why);
    call.print(`${part} is not frozen any more (revision ${revision}).`);
  },
  async preview(call) {
    const { folders, values, now, print } = call;
    const part = partIn(call.words);
    const { version } = await readVersion(call, part, versionIn(call.words));
    const shop = values.shop ?? process.env.GATEWAY_PUBLIC_URL ?? `http://localhost:${processPorts.gateway}`;
    if (!/^https?:/.test(shop) || !URL.canParse(shop) || new URL(shop).origin !== shop)
      throw new CallError(`--shop: expected an origin such as https://kinmel.example, not "${shop}".`);
    if (folders.privateKeyFile === undefined) throw new CallError('Without a private key no link is signed.');
    print(previewLink({ part, version, shop }, folders.privateKeyFile, now()));
  },
  async history({ folders, words, print }) {
    const part = partIn(words);
    const changes = await listHistory(part, folders);
    if (changes.length === 0) throw new CallError(`Nothing is recorded of ${part}.`);
    for (const line of changes) print(line);
  },
  async prune({ folders, values, now, print }) {
    const days = /^(\d{1,4})d$/.exec(values['older-than'] ?? '30d')?.[1];
    if (days === undefined) throw new CallError('--older-than: expected days, such as 30d.');
    const olderThan = new Date(now().getTime() - Number(days) * unitMs.d);
    const isDryRun = values['dry-run'] === true;
    for (const { part, version } of await pruneVersions(folders, { olderThan, isDryRun }))
      print(`${part} ${version} ${isDryRun ? 'would be deleted' : 'is deleted'}`);
    if (!isDryRun) await pruneVerifications(folders.registryFolder, olderThan.toISOString());
  },
};

/**
 * Runs `npm run release -- <command> …`.
 * @throws CallError, or a refusal of the registry
 */
export async function release(
  [command = '', ...words]: readonly string[],
  values: ReleaseValues,
  context: ReleaseContext,
): Promise<void> {
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new CallError(`Say what to do: ${Object.keys(commands).join(', ')}.`);
  if (words.length > 2) throw new CallError(`${command}: one part and one version at most.`);
  await run({ ...context, words, values });
}
