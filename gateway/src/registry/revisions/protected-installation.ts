import { basename } from 'node:path';
import type { RegistryRevision, RemoteBuild, ShellBuild } from '@kinmel/contracts';
import { listVerifications } from '../verifications.ts';
import { partOf } from '../versions/build-files.ts';
import { type Change, RegistryRefusal } from './next-state.ts';

/** The environment variable that makes an installation a protected one. */
export const protectedVariable = 'RELEASES_PROTECTED';

/** Throws when the required reason is missing, or when the version was not the canary before. */
export function assertProtectedChange(
  change: Change & { readonly hasDefaultReason?: boolean },
  active: RegistryRevision['active'],
): void {
  const { part, action } = change;
  if (action === 'rollback') return;
  if (change.hasDefaultReason === true)
    throw new RegistryRefusal(`This installation is protected: say why ${part} is changed (--why).`);
  const before = active[part];
  if (action === 'deploy' && before && before.canary?.version !== change.version)
    throw new RegistryRefusal(
      `This installation is protected: ${part} ${change.version} has to be the canary before all visitors get it.`,
    );
}

/**
 * Throws unless every pact of the version was verified, by any version of its service: only the deploy command knows
 * which one runs.
 */
export async function assertPactsVerified(
  registryFolder: string,
  build: RemoteBuild | ShellBuild,
): Promise<void> {
  const verifiedHashes = new Set((await listVerifications(registryFolder)).map(({ integrity }) => integrity));
  const unverifiedPacts = Object.entries(build.pacts).filter(
    ([, { integrity }]) => !verifiedHashes.has(integrity),
  );
  if (unverifiedPacts.length > 0)
    throw new RegistryRefusal(
      `${partOf(build)} ${build.version} has pacts that no service was verified with: ${unverifiedPacts
        .map(([file]) => basename(file))
        .join(', ')}`,
    );
}
