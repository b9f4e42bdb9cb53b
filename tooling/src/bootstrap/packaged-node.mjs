// Which Node runs the tooling: the one among the packages, so that everybody has the same one whatever is installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const neededMajor = 24;

/** Path of the Node to go on with; throws a sentence to show when there is none that is new enough. */
export function packagedNode(root, { platform, arch, version, execPath } = process) {
  const packaged = join(root, 'node_modules', `node-${platform}-${arch}`, 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  if (Number(version.slice(1).split('.')[0]) >= neededMajor) return execPath;
  throw new Error(
    `Kinmel needs Node ${neededMajor}. It comes with the packages on Linux (x64, arm64); for ${platform}-${arch} there is none, ` +
      `and this is Node ${version}.\n\nInstall Node ${neededMajor} from https://nodejs.org/en/download and run the command again.\n`,
  );
}
