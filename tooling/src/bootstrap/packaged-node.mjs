// The Node that runs the tooling comes with the packages, so that all machines use the same version.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const neededMajor = 24;

/**
 * Path of that Node, or of the current one when it is new enough.
 * @throws with a message for the user
 */
export function packagedNode(root, { platform, arch, version, execPath } = process) {
  const packaged = join(root, 'node_modules', `node-${platform}-${arch}`, 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  if (Number(version.slice(1).split('.')[0]) >= neededMajor) return execPath;
  throw new Error(
    `Kinmel needs Node ${neededMajor}. It comes with the packages on Linux (x64, arm64); for ${platform}-${arch} there is none, ` +
      `and this is Node ${version}.\n\nInstall Node ${neededMajor} from https://nodejs.org/en/download and run the command again.\n`,
  );
}
