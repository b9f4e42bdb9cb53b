// The Node that runs the tooling comes with the packages, so that all machines use the same version.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Path of that Node, or of the current one when it is new enough for `engines` in package.json.
 * @throws with a message for the user
 */
export function packagedNode(root, { platform, arch, version, execPath } = process) {
  const packaged = join(root, 'node_modules', `node-${platform}-${arch}`, 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [needed] = /\d+\.\d+\.\d+/.exec(engines.node);
  if (version.slice(1).localeCompare(needed, 'en', { numeric: true }) >= 0) return execPath;
  throw new Error(
    `Kinmel needs Node ${needed}. It comes with the packages on Linux (x64, arm64); for ${platform}-${arch} there is none, ` +
      `and this is Node ${version}.\n\nInstall Node ${needed} from https://nodejs.org/en/download and run the command again.\n`,
  );
}
