import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { matchesLockFile } from '../bootstrap/installed-packages.mjs';
import type { Checks } from './check.ts';

/** The oldest major versions that run the bootstrap, which then continues on the packaged Node. */
const oldest = { node: 20, npm: 9 };

const majorOf = (version: string) => Number.parseInt(version.replace(/^v/, ''), 10);

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const dependencyKinds = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** These run before any package is installed, so they import none. */
export const installChecks: Checks = {
  async *'Node and npm'({ nodeVersion, npmVersion }) {
    if (majorOf(nodeVersion) < oldest.node)
      yield { fault: `Node ${nodeVersion} is older than ${oldest.node}`, mend: 'nvm install 24' };
    if (npmVersion !== undefined && majorOf(npmVersion) < oldest.npm)
      yield { fault: `npm ${npmVersion} is older than ${oldest.npm}`, mend: 'npm install --global npm' };
  },
  async *'lock file'({ root }) {
    const locked = readJson(join(root, 'package-lock.json')).packages;
    for (const folder of Object.keys(locked).filter((path) => !path.includes('node_modules/'))) {
      const file = join(root, folder, 'package.json');
      const manifest = existsSync(file) ? readJson(file) : {};
      if (dependencyKinds.some((kind) => !isDeepStrictEqual(manifest[kind], locked[folder][kind])))
        yield {
          fault: `package-lock.json has other dependencies than ${join(folder, 'package.json')}`,
          mend: 'npm install',
        };
    }
    if (!matchesLockFile(root))
      yield { fault: 'node_modules has other versions than package-lock.json', mend: 'npm ci' };
  },
};
