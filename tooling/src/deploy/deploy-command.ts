import { openRegistry, protectedVariable } from '@kinmel/gateway/registry';
import { refuseCall } from '../bootstrap/command-line.ts';
import { type CanaryShares, readCanaryShares } from './canary-shares.ts';
import { activateBuild, type BuiltPart, type DeployFolders, startCanary } from './deploy-part.ts';

/** Parses the shares of the command line, and refuses invalid ones. Without `--canary` there are none. */
export function canaryOption(
  help: string,
  { canary, every }: { canary?: string; every?: string },
): CanaryShares | undefined {
  if (canary === undefined)
    return every === undefined ? undefined : refuseCall(help, '--every: only with --canary.');
  try {
    return readCanaryShares(canary, every);
  } catch (error) {
    return refuseCall(help, error instanceof Error ? error.message : String(error));
  }
}

/** Refuses values other than true and false, so that a typing error does not unprotect an installation. */
export function readProtection(help: string): boolean {
  const value = process.env[protectedVariable] ?? 'false';
  if (value !== 'true' && value !== 'false')
    return refuseCall(help, `${protectedVariable}: expected true or false.`);
  return value === 'true';
}

/** Activates a version as a canary or for all visitors, and prints the outcome. */
export async function deployBuilt(
  part: string,
  builtPart: BuiltPart,
  shares: CanaryShares | undefined,
  folders: DeployFolders,
  why: string | undefined,
): Promise<void> {
  const builtVersion = builtPart.build.version;
  const active = (await openRegistry(folders).current())?.active[part];
  // A workflow deploys after each change of its files, even if the version stays the same.
  if (active?.version === builtVersion && (shares !== undefined || active.canary === undefined)) {
    console.log(`${part} ${builtVersion} was already active; nothing changed.`);
    return;
  }
  if (shares !== undefined) {
    const { version, others: othersVersion, revision } = await startCanary(builtPart, shares, folders, why);
    console.log(
      `${part} ${version} is shown to ${shares.sharePercent} % of the visitors (revision ${revision}), ${othersVersion} to all others.`,
    );
    return;
  }
  const { version, previous, revision } = await activateBuild(builtPart, folders, why);
  console.log(
    `${part} ${version} is active (revision ${revision}${previous ? `, before: ${previous}` : ''}).`,
  );
}
