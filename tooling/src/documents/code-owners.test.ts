import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@kinmel/testing/folder';
import { parse } from 'yaml';
import { codeOwners } from './code-owners.ts';
import { teamWorkflows } from './team-workflows.ts';

const { root: folder, ...files } = testFolder();
const write = (path: string, value: object) => files.write(path, JSON.stringify(value));
beforeEach(() => {
  files.clear();
  write('mfe-magazine/remote.json', { owner: 'magazine' });
  write('shell/shell.json', { owner: 'frame' });
  write('services/rewards/package.json', { owners: ['loyalty', 'checkout'] });
  write('packages/rewards-kit/package.json', {});
  write('packages/look/package.json', { owners: ['design'] });
});

describe('CODEOWNERS', () => {
  it('has the owners of the shell, each remote, each service with its contracts, and packages that name an owner', () => {
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

  const workflowOf = (team: string) =>
    parse(teamWorkflows(folder).get(`.github/workflows/${team}.yml`) ?? '');
  const commandsOf = ({ steps }: { steps: { run?: string }[] }) => steps.flatMap(({ run }) => run ?? []);

  it('has the same teams as the workflows: each tests what it owns by path and deploys its parts', () => {
    const { on, jobs } = workflowOf('magazine');
    expect(on).toEqual({
      pull_request: { paths: ['mfe-magazine/**'] },
      push: { branches: ['main'], paths: ['mfe-magazine/**'] },
    });
    expect(commandsOf(jobs.test)).toEqual(['npm ci', 'npm run check']);
    expect(commandsOf(jobs.deploy).at(-1)).toBe('npm run deploy -- mfe-magazine --canary 5');
    expect(jobs.deploy.env.KINMEL_STATE_FOLDER).toBe('${{ vars.SHOP_FOLDER }}');
    expect(workflowOf('loyalty').on.push.paths).toEqual([
      'packages/contracts/src/rewards/**',
      'services/rewards/**',
    ]);
    expect(workflowOf('loyalty').jobs.deploy).toBeUndefined();
    expect(workflowOf('platform').on.push.paths).toEqual(['**']);
    expect([...teamWorkflows(folder).keys()]).toHaveLength(6);
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
