import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

it('the lock file has the packages of every platform: npm drops them when it updates installed packages', () => {
  const file = readFileSync(join(__dirname, '../../../package-lock.json'), 'utf8');
  const packages = Object.entries(JSON.parse(file).packages as Record<string, Locked>);
  const names = new Set(packages.map(([path]) => path.split('node_modules/').at(-1)));
  const missing = packages
    // Installed with the federation plugin and never loaded: the shop is built by webpack.
    .filter(([path]) => path !== 'node_modules/@rspack/binding')
    .flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
    .filter((name) => !names.has(name));
  expect(missing).toEqual([]);
});
