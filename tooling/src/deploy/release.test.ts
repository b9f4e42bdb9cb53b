import { readdir } from 'node:fs/promises';
import { openRegistry } from '@kinmel/gateway/registry';
import {
  cartDeclaration,
  catalogDeclaration,
  deploy,
  type Folders,
  makeShop,
  record,
  writeRemote,
} from '@kinmel/gateway/testing';
import { fakeDate } from '@kinmel/testing/fake-date';
import type { DeployFolders } from './deploy-part.ts';
import { CallError, type ReleaseValues, release } from './release.ts';

const part = 'mfe-catalog';
let folders: Folders;
let isProtected: boolean;
let lines: string[];

const deployFolders = (): DeployFolders => ({ ...folders, isProtected });

/** Runs a command; resolves with what it printed. */
async function run(words: string, values: ReleaseValues = {}): Promise<string[]> {
  lines = [];
  const { registryFolder, root } = folders;
  await release(words.split(' '), values, {
    folders: deployFolders(),
    contracts: { root, state: root, registryFolder },
    start: async () => [],
    now: () => new Date(),
    print: (line) => lines.push(line),
  });
  return lines;
}

const activeVersion = async () => (await openRegistry(folders).current())?.active[part];
const revision = async () => (await openRegistry(folders).current())?.revision;
const noPacts = (build: { pacts: object }) => {
  build.pacts = {};
};

beforeEach(async () => {
  fakeDate(new Date('2026-01-01T12:00:00.000Z'));
  isProtected = false;
  folders = await makeShop(catalogDeclaration, cartDeclaration);
  for (const version of ['1.1.0', '1.2.0']) await writeRemote(folders, catalogDeclaration, version, noPacts);
});
afterEach(async () => {
  jest.useRealTimers();
  await folders.remove();
});

describe('npm run release', () => {
  it('activates a version that is kept, rolls it back, and shows who did it', async () => {
    expect(await run(`activate ${part} 1.1.0`, { why: 'a new home' })).toEqual([
      'mfe-catalog 1.1.0 is active (revision 4).',
    ]);
    expect(await run(`activate ${part} 1.1.0`)).toEqual([
      'mfe-catalog 1.1.0 was already active; nothing changed.',
    ]);
    expect(await run(`rollback ${part}`, { why: 'the home is empty' })).toEqual([
      'mfe-catalog is back at 1.0.0 (revision 5).',
    ]);
    expect(await run(`history ${part}`)).toEqual([
      expect.stringMatching(/^5 2026-01-01 12:00 rollback 1\.0\.0: the home is empty \(/),
      expect.stringMatching(/^4 2026-01-01 12:00 deploy 1\.1\.0: a new home \(/),
      expect.stringMatching(/^2 /),
    ]);
  });

  it('steps a canary, and shows its share, the next one and the version of all others', async () => {
    const registry = openRegistry(deployFolders());
    await registry.activate({
      ...record,
      expectedRevision: 3,
      action: 'canary',
      part,
      version: '1.1.0',
      sharePercent: 5,
      steps: { shares: [25, 100] },
    });
    expect(await run('status')).toContainEqual(
      expect.stringMatching(/^mfe-catalog +1\.0\.0 since .*, canary: 1\.1\.0 at 5 %, next step: 25 %$/),
    );
    expect(await run(`step ${part}`)).toEqual([
      'mfe-catalog 1.1.0 is shown to 25 % of the visitors (revision 5).',
    ]);
    expect(await run(`step ${part}`)).toEqual(['mfe-catalog 1.1.0 is active (revision 6).']);
    await expect(run(`step ${part}`)).rejects.toThrow('has no canary with a further step');
  });

  it.each([part, 'all'])('freezes %s: deployments are refused, rollbacks still work', async (frozenPart) => {
    await run(`activate ${part} 1.1.0`);
    expect(await run(`freeze ${frozenPart}`, { until: '2h', why: 'sale' })).toEqual([
      `${frozenPart} is frozen until 2026-01-01T14:00:00.000Z (revision 5); rollbacks stay possible.`,
    ]);
    await expect(run(`activate ${part} 1.2.0`)).rejects.toThrow(
      /^mfe-catalog is frozen until 2026-01-01T14:00:00\.000Z by .+: sale$/,
    );
    expect(await run('status')).toContainEqual(
      expect.stringMatching(/^mfe-catalog .* frozen until 2026-01-01T14:00:00\.000Z by .+: sale$/),
    );
    await run(`rollback ${part}`);
    expect(await activeVersion()).toMatchObject({ version: '1.0.0' });
    jest.setSystemTime(new Date('2026-01-01T14:00:00.000Z'));
    expect((await run('status')).join()).not.toContain('frozen');
    await run(`activate ${part} 1.2.0`);
  });

  it('freezes one part only, until its end or until somebody ends it', async () => {
    await run('freeze mfe-cart-checkout', { until: '2026-01-02T00:00:00+05:45', why: 'audit' });
    await run(`activate ${part} 1.1.0`);
    expect(await run('unfreeze mfe-cart-checkout')).toEqual([
      'mfe-cart-checkout is not frozen any more (revision 6).',
    ]);
    await expect(run('unfreeze mfe-cart-checkout')).rejects.toThrow('is not frozen');
  });

  it('signs a link to a version, without a change of the registry', async () => {
    const [link = ''] = await run(`preview ${part} 1.1.0`, { shop: 'https://kinmel.example' });
    const [, body = ''] = /^https:\/\/kinmel\.example\/preview\?token=([\w-]+)\.[\w-]+$/.exec(link) ?? [];
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toEqual({
      use: 'preview',
      part,
      version: '1.1.0',
      shop: 'https://kinmel.example',
      until: '2026-01-02T12:00:00.000Z',
    });
    expect(await revision()).toBe(3);
  });

  it('prunes unused versions', async () => {
    for (const version of ['0.7.0', '0.8.0', '0.9.0'])
      await writeRemote(folders, catalogDeclaration, version, (build) => {
        build.builtAt = '2020-01-01T00:00:00.000Z';
      });
    jest.setSystemTime(new Date('2030-01-01T00:00:00.000Z'));
    const prunedLines = await run('prune', { 'dry-run': true });
    expect(prunedLines).toContain('mfe-catalog 0.7.0 would be deleted');
    await run('prune');
    expect(await readdir(`${folders.remotesFolder}/${part}`)).not.toContain('0.7.0');
  });
});

describe('a protected installation', () => {
  it('asks for a reason and a canary first; a rollback passes', async () => {
    await deploy(folders, part, '1.1.0');
    isProtected = true;
    await expect(run(`activate ${part} 1.2.0`)).rejects.toThrow('say why mfe-catalog is changed (--why)');
    await expect(run(`activate ${part} 1.2.0`, { why: 'new' })).rejects.toThrow(
      'has to be the canary before',
    );
    await deploy(folders, part, '1.2.0', 5);
    await run(`activate ${part} 1.2.0`, { why: 'new' });
    expect(await run(`rollback ${part}`)).toEqual(['mfe-catalog is back at 1.1.0 (revision 7).']);
  });

  it('accepts no reason in place of verified contracts', async () => {
    await writeRemote(folders, catalogDeclaration, '1.3.0');
    await deploy(folders, part, '1.3.0', 5);
    isProtected = true;
    await expect(run(`activate ${part} 1.3.0`, { why: 'new', unverified: 'in a hurry' })).rejects.toThrow(
      'has pacts that no service was verified with',
    );
  });
});

describe('is refused with a clear message and changes nothing:', () => {
  it.each<[string, ReleaseValues, string]>([
    ['', {}, 'Say what to do: status, activate, step,'],
    ['constructor', {}, 'Say what to do: status,'],
    ['activate', {}, 'Say which part.'],
    ['activate mfe-catalog', {}, 'Say which version.'],
    ['activate mfe-catalog 1.1.0 1.2.0', {}, 'activate: one part and one version at most.'],
    ['activate ../mfe-catalog 1.1.0', {}, '"../mfe-catalog" is neither the shell nor the name of a remote.'],
    ['activate MFE-catalog 1.1.0', {}, '"MFE-catalog" is neither'],
    ['activate <b>mfe</b> 1.1.0', {}, '"<b>mfe</b>" is neither'],
    ['activate mfe-catalog ../1.1.0', {}, '"../1.1.0" is not a version.'],
    ['preview mfe-catalog <b>', {}, '"<b>" is not a version.'],
    ['rollback mfe-catalog ..', {}, '".." is not a version.'],
    [
      'step mfe-nosuch',
      {},
      'mfe-nosuch is not active here. There are: shell, mfe-catalog, mfe-cart-checkout.',
    ],
    ['rollback mfe-nosuch', {}, 'mfe-nosuch is not active here.'],
    ['freeze mfe-nosuch', { until: '2h', why: 'sale' }, 'mfe-nosuch is not active here.'],
    ['freeze ALL', { until: '2h', why: 'sale' }, '"ALL" is neither'],
    ['freeze all', { why: 'sale' }, '--until: expected a time such as'],
    ['freeze all', { until: 'tomorrow', why: 'sale' }, '--until: expected a time such as'],
    ['freeze all', { until: '2026-01-01', why: 'sale' }, '--until: expected a time such as'],
    ['freeze all', { until: '2h' }, '--why: say why'],
    ['history mfe-nosuch', {}, 'Nothing is recorded of mfe-nosuch.'],
    ['prune', { 'older-than': '-1d' }, '--older-than: expected days'],
    ['preview mfe-catalog 1.1.0', { shop: 'https://kinmel.example/shop' }, '--shop: expected an origin'],
    ['preview mfe-catalog 1.1.0', { shop: 'javascript:alert(1)' }, '--shop: expected an origin'],
  ])('release %s %j', async (words, values, sentence) => {
    await expect(run(words, values)).rejects.toThrow(CallError);
    await expect(run(words, values)).rejects.toThrow(sentence);
    expect([await revision(), lines]).toEqual([3, []]);
  });

  it.each<[string, ReleaseValues, string]>([
    ['activate mfe-catalog 9.9.9', {}, 'mfe-catalog 9.9.9 has no readable version.json'],
    ['preview mfe-catalog 9.9.9', {}, 'mfe-catalog 9.9.9 has no readable version.json'],
    ['preview shell 9.9.9', {}, 'shell 9.9.9 has no readable shell.json'],
    ['rollback mfe-catalog 1.2.0', {}, 'cannot go back to 1.2.0'],
    ['freeze all', { until: '2025-12-31T23:59:59Z', why: 'sale' }, '2025-12-31T23:59:59.000Z is in the past'],
    ['freeze all', { until: '0h', why: 'sale' }, 'is in the past'],
    ['freeze all', { until: '2h', why: 'two\nlines' }, 'why: Control characters are not possible here.'],
  ])('release %s %j', async (words, values, sentence) => {
    await expect(run(words, values)).rejects.toThrow(sentence);
    expect(await revision()).toBe(3);
  });
});
