import { openSharedReleases } from '@kinmel/gateway/shared-releases';
import { readConfig, releasesConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';
import type { DeployFolders } from './deploy-part.ts';

/**
 * Adds the store of `RELEASES_URL`, and copies into the folders what other machines have published; without it returns
 * the folders as they are.
 */
export async function shareFolders(
  folders: DeployFolders,
  env: NodeJS.ProcessEnv = process.env,
): Promise<DeployFolders> {
  const { RELEASES_URL: place } = readConfig(z.object(releasesConfigShape), env);
  if (!place) return folders;
  const shared = await openSharedReleases(place, folders);
  await shared.fetchRegistry();
  return { ...folders, shared };
}
