import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOwners } from './code-owners.ts';

let folder: string;
const write = (path: string, value: object) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(value));
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'code-owners-'));
  write('mfe-magazine/remote.json', { owner: 'magazine' });
  write('shell/shell.json', { owner: 'frame' });
  write('services/rewards/package.json', { owners: ['loyalty', 'checkout'] });
  write('packages/rewards-kit/package.json', {});
  write('packages/look/package.json', { owners: ['design'] });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('CODEOWNERS', () => {
  it('has the owners of the shell, each remote, each service with its contracts, and packages that name one', () => {
    expect(codeOwners(folder).split('\n').slice(1)).toEqual([
      '*  @kinmel/platform',
      '/mfe-magazine/  @kinmel/magazine',
      '/packages/contracts/src/rewards/  @kinmel/loyalty @kinmel/checkout',
      '/packages/look/  @kinmel/design',
      '/services/rewards/  @kinmel/loyalty @kinmel/checkout',
      '/shell/  @kinmel/frame',
      '',
    ]);
  });

  it.each([
    ['services/rewards/package.json', {}],
    ['services/rewards/package.json', { owners: [] }],
    ['services/rewards/package.json', { owners: ['@kinmel/loyalty'] }],
    ['mfe-magazine/remote.json', {}],
    ['shell/shell.json', {}],
  ])('is refused while %s says %j', (path, value) => {
    write(path, value);
    expect(() => codeOwners(folder)).toThrow(`${path} does not name the teams that own it`);
  });

  it('has a line for every remote and service of this repository', () => {
    const repository = join(__dirname, '../../..');
    const text = codeOwners(repository);
    const remotes = readdirSync(repository).filter((name) => name.startsWith('mfe-'));
    const services = readdirSync(join(repository, 'services')).map((name) => `services/${name}`);
    expect(remotes.length + services.length).toBeGreaterThan(9);
    for (const name of [...remotes, ...services]) expect(text).toContain(`\n/${name}/  @kinmel/`);
  });
});
