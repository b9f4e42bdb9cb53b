// The Node that runs the tooling comes with the packages, so that all machines use the same version.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Path of the packaged Node, or of the current one when it is new enough for `engines` in package.json.
 * @throws with a message for the user
 */
export function packagedNode(root, { platform, arch, version, execPath } = process) {
  const packagedPath = join(root, 'node_modules', `node-${platform}-${arch}`, 'bin', 'node');
  if (existsSync(packagedPath)) return packagedPath;
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [requiredVersion] = /\d+\.\d+\.\d+/.exec(engines.node);
  if (version.slice(1).localeCompare(requiredVersion, 'en', { numeric: true }) >= 0) return execPath;
  throw new Error(
    `Kinmel needs Node ${requiredVersion}. It comes with the packages on Linux (x64, arm64); for ${platform}-${arch} there is none, ` +
      `and this is Node ${version}.\n\nInstall Node ${requiredVersion} from https://nodejs.org/en/download and run the command again.\n`,
  );
}
