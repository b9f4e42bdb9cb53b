import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { ChangeRecord, ReleaseChangeBody } from '@kinmel/contracts';
import { ProblemError, type StaffCall } from '@kinmel/service-kit';
import { type PartRegistry, RegistryConflict } from '../registry/open-registry.ts';
import { type Change, RegistryRefusal } from '../registry/revisions/next-state.ts';
import { SignatureError } from '../registry/signatures.ts';
import { BuildError } from '../registry/versions/build-files.ts';
import type { ReleasesContext } from './releases-context.ts';

/**
 * Translates the request into a change of the registry. A rollback without a version ends the canary if there is one.
 */
async function changeOf(
  registry: PartRegistry,
  { why: _why, expectedRevision: _revision, ...change }: ReleaseChangeBody,
): Promise<Change> {
  if (change.action === 'activate') return { ...change, action: 'deploy' };
  if (change.action !== 'rollback') return change;
  const active = (await registry.current())?.active[change.part];
  const { version = active?.canary ? active.version : undefined, ...rollback } = change;
  return version === undefined ? rollback : { ...rollback, version };
}

/** An account's name may contain control characters, but a line of the registry must not. */
function recordOf({ person }: StaffCall, why: string): ChangeRecord {
  const name = person.name.replaceAll(/\p{Cc}/gu, ' ').trim();
  return { who: name || person.id, why, from: { host: hostname(), userId: person.id } };
}

/** The conflict error, which names the other change and who made it. */
async function conflictOf(registry: PartRegistry, cause: unknown): Promise<ProblemError> {
  const last = (await registry.history()).at(-1);
  const text = last
    ? `${last.who} was faster: ${last.action} of ${last.part} ("${last.why}"). Nothing of yours was changed.`
    : 'The registry is another one now. Nothing was changed.';
  return new ProblemError('version-conflict', text, undefined, { cause });
}

/** The file of the private key that signs; throws without one. */
export function assertKey({ RELEASE_KEY_FILE }: ReleasesContext['config']): string {
  if (RELEASE_KEY_FILE !== undefined) return resolve(RELEASE_KEY_FILE);
  throw new ProblemError(
    'service-unavailable',
    'This gateway has no private key (RELEASE_KEY_FILE). Releases are changed from the command line.',
    undefined,
    { isRoutine: true },
  );
}

/** Changes the registry by compare-and-set against the revision that the person saw. */
export async function changeRelease(
  { config, registry, remotes }: Pick<ReleasesContext, 'config' | 'registry' | 'remotes'>,
  body: ReleaseChangeBody,
  staff: StaffCall | undefined,
): Promise<void> {
  if (!staff) throw new ProblemError('not-allowed');
  assertKey(config);
  const { expectedRevision, why } = body;
  try {
    const change = await changeOf(registry, body);
    await registry.activate({ ...change, ...recordOf(staff, why), expectedRevision });
  } catch (error) {
    if (error instanceof RegistryConflict) throw await conflictOf(registry, error);
    if (error instanceof RegistryRefusal || error instanceof BuildError || error instanceof SignatureError)
      throw new ProblemError('conflict', error.message, undefined, { cause: error });
    throw error;
  }
  // So that the next page that this gateway serves has the change.
  await remotes.refresh();
}
