import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { applyChanges } from './change.ts';
import { generate } from './generate.ts';

const repository = join(__dirname, '../../..');
const run = promisify(execFile);

// A name that does not occur in the how-to pages, whose examples could be in the working copy.
const remote = 'mfe-planted';

const folders = (parent: string) =>
  readdirSync(join(repository, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** An endpoint for every feature with routes, and a feature for every service and remote. */
const generatorCalls = () => [
  ...folders('services').flatMap((name) => [
    ['feature', name, `planted-in-${name}-things`],
    ...folders(`services/${name}/src`)
      .filter((feature) =>
        existsSync(join(repository, `services/${name}/src/${feature}/${feature}.routes.ts`)),
      )
      .map((feature) => ['endpoint', name, feature, 'plant', 'POST', `/api/planted/${name}/{id}`, 'admin']),
  ]),
  ...folders('.')
    .filter((name) => name.startsWith('mfe-'))
    .map((name) => ['feature', name, `planted-in-${name}`, 'order']),
];

/** A copy of the sources, with workspaces linked as by npm. */
async function copyOfRepository(): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'generated-'));
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: repository,
    maxBuffer: 1e8,
  });
  const pictures = /\.(webp|avif|png|woff2)$/;
  for (const file of stdout.split('\0').filter((path) => path && !pictures.test(path))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    try {
      cpSync(join(repository, file), join(copy, file));
    } catch (error) {
      // A deleted file that is not committed yet is still listed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name !== '@kinmel')
      symlinkSync(join(repository, 'node_modules', name), join(copy, 'node_modules', name));
  }
  return copy;
}

function linkWorkspaces(copy: string) {
  const parents = ['packages', 'services'].flatMap((parent) =>
    readdirSync(join(copy, parent)).map((name) => `${parent}/${name}`),
  );
  const otherFolders = readdirSync(copy).filter((name) =>
    /^(tooling|gateway|shell|e2e|bench|mfe-.+)$/.test(name),
  );
  rmSync(join(copy, 'node_modules/@kinmel'), { recursive: true, force: true });
  mkdirSync(join(copy, 'node_modules/@kinmel'));
  for (const folder of [...parents, ...otherFolders]) {
    symlinkSync(join(copy, folder), join(copy, 'node_modules/@kinmel', folder.split('/').at(-1) ?? ''));
    // Packages that the workspace has in another version than the root.
    const ownModules = join(folder, 'node_modules');
    const isLinked = existsSync(join(copy, ownModules)) || !existsSync(join(repository, ownModules));
    if (!isLinked) symlinkSync(join(repository, ownModules), join(copy, ownModules));
  }
}

const testsIn = (copy: string, tests: readonly string[]) =>
  run(
    process.execPath,
    ['--experimental-vm-modules', join(repository, 'node_modules/jest/bin/jest.js'), '--runInBand', ...tests],
    { cwd: copy, maxBuffer: 1e8 },
  ).then(
    ({ stderr }) => stderr,
    (error: { stderr: string }) => error.stderr,
  );

describe('npm run new', () => {
  let copy: string;
  const writtenFiles: string[] = [];
  const codeFiles = () => [...new Set(writtenFiles)].filter((path) => /\.(ts|tsx)$/.test(path));

  const tool = (name: string, parameters: string[]) =>
    run(join(repository, 'node_modules/.bin', name), parameters, { cwd: copy, maxBuffer: 1e8 }).then(
      () => '',
      (error: { stdout: string; stderr: string }) => `${error.stdout}\n${error.stderr}`,
    );

  /**
   * Checks types and lint rules of generated files and what they import; everything else is checked where nothing was
   * generated.
   */
  async function checkOnly(include: readonly string[]) {
    const file = join(copy, 'tsconfig.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), include }));
  }

  beforeAll(async () => {
    copy = await copyOfRepository();
    for (const words of [
      ['remote', remote, 'planted-articles', 'public'],
      ['feature', remote, 'planted-archive'],
      ['endpoint', 'catalog', 'products', 'plant-products', 'GET', '/api/products/planted', 'public'],
      ['endpoint', 'order', 'payments', 'plant-payment', 'PUT', '/api/payment/planted/{id}', 'admin'],
      ['feature', 'catalog', 'planted-things'],
      ['endpoint', 'catalog', 'planted-things', 'plant-thing', 'POST', '/api/planted/{id}', 'admin'],
      ['feature', 'mfe-admin', 'planted-list', 'catalog'],
      ['event', 'catalog', 'product.planted'],
      ['event', 'catalog', 'product.planted', 'v2'],
      ['event', 'catalog', 'product.planted', 'v3'],
    ]) {
      const changedFiles = await applyChanges(copy, await generate(copy, words));
      // `npm run new` formats, so that the next call finds formatted files.
      await tool('biome', [
        'check',
        '--write',
        ...changedFiles.filter((path) => /\.(js|json|ts|tsx)$/.test(path)),
      ]);
      writtenFiles.push(...changedFiles);
    }
    linkWorkspaces(copy);
    await checkOnly([...codeFiles(), 'gateway/src', 'packages/contracts/src', 'tooling/src/test', 'types']);
  }, 120_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
  it('generates features, endpoints, events and a remote that type-check', async () => {
    const output = await tool('tsc', ['--checkers', '1', '-p', 'tsconfig.json']);
    expect(output.split('\n').filter((line) => /planted|contracts|gateway|routes/.test(line))).toEqual([]);
  }, 180_000);

  it('generates linted and formatted code', async () => {
    expect(await tool('biome', ['check', ...codeFiles()])).toBe('');
    expect(await tool('oxlint', codeFiles())).toBe('');
  }, 120_000);

  it('generates tests that pass', async () => {
    const tests = codeFiles().filter((path) => path.includes('.test.'));
    expect(tests.length).toBeGreaterThanOrEqual(4);
    const output = await testsIn(copy, [...tests, 'mfe-admin/src/readme.test.ts']);
    expect(output).toMatch(/Tests: +\d+ passed, \d+ total/);
  }, 180_000);

  it('adds a page of the back office to its navigation', async () => {
    expect(await readFile(join(copy, 'mfe-admin/src/frame/navigation.ts'), 'utf8')).toContain(
      "      link('/admin/planted-list', 'Planted list', 'staff.see', ListTodo),\n",
    );
  });

  it('finds its insertion points in every feature, service and remote', async () => {
    for (const words of generatorCalls())
      for (const change of await generate(repository, words)) {
        if (change.kind === 'create') continue;
        const text = await readFile(join(repository, change.path), 'utf8');
        expect([words, change.path, change.edit(text) === text]).toEqual([words, change.path, false]);
      }
  });

  it('writes nothing when a file exists', async () => {
    const before = await readFile(join(copy, 'packages/contracts/src/index.ts'), 'utf8');
    await expect(
      generate(copy, ['feature', 'catalog', 'planted-things']).then((changes) => applyChanges(copy, changes)),
    ).rejects.toThrow('nothing was written');
    expect(await readFile(join(copy, 'packages/contracts/src/index.ts'), 'utf8')).toBe(before);
  });

  it.each<[words: string[], why: string, outside?: string]>([
    [['feature', 'nosuch', 'things'], 'There is no service "nosuch"'],
    [['feature', 'shell', 'things'], 'There is no service "shell"'],
    [['feature', 'mfe-nosuch', 'things'], 'There is no remote "mfe-nosuch"'],
    [['feature', 'mfe-admin', 'things'], 'There is no service ""'],
    [['event', 'nosuch', 'thing.done'], 'There is no service "nosuch"'],
    [['event', 'gateway', 'thing.done'], 'There is no service "gateway"'],
    [['event', 'catalog', 'product.updated'], 'product.updated is there already'],
    [['event', 'catalog', 'product.updated', 'v3'], 'There is no version 2'],
    [['event', 'catalog', 'product.updated', '2'], '"2" is no version'],
    [['feature', 'catalog', 'product'], 'createProduct is there already'],
    [['feature', 'mfe-catalog', 'cart'], 'The address /cart belongs to mfe-cart-checkout'],
    [['endpoint', 'nosuch', 'a', 'b', 'GET', '/api/b', 'public'], 'There is no service "nosuch"'],
    [['endpoint', 'catalog', 'nosuch', 'b', 'GET', '/api/b', 'public'], 'A feature comes first'],
    [['endpoint', 'catalog', 'products', 'b', 'FETCH', '/api/b', 'public'], 'The method is one of'],
    [['endpoint', 'catalog', 'products', 'b', 'GET', 'api/b', 'public'], 'The address begins with'],
    [['endpoint', 'catalog', 'products', 'b', 'GET', '/api/b', 'anybody'], 'The role is one of'],
    [['endpoint', 'catalog', 'products', 'b', 'GET', '/api/products', 'public'], '/api/products is there'],
    [['endpoint', 'catalog', 'products', 'get-product', 'GET', '/api/b', 'public'], 'getProduct is there'],
    [['remote', 'mfe-other', 'things'], 'Who may see it is public or admin'],
    [['remote', 'mfe-other', 'cart', 'public'], 'The address /cart belongs to mfe-cart-checkout'],
    [[], 'npm run new'],
    [['planet', 'x'], 'npm run new'],
    [['service', 'loyalty', 'rewards'], 'npm run new'],
    [['event', 'catalog', 'restocked'], 'npm run new'],
    [['remote'], 'A remote begins with mfe-', '../kinmel-magazine'],
    [['remote'], 'A remote begins with a page', '../mfe-'],
    [['remote'], 'The name of a remote is in kebab case', '../mfe-Magazine'],
    [['remote'], 'The address /cart belongs to mfe-cart-checkout', '../mfe-cart'],
    [['remote', 'mfe-magazine', 'articles', 'staff'], 'Who may see it is public or admin', '../mfe-magazine'],
    [['event', 'visits', 'visit.ended'], '--outside is for a remote', '../visits'],
  ])('refuses %j: %s', async (...[words, why, outside]) => {
    const generation = generate(copy, words, outside).then((changes) => applyChanges(copy, changes));
    await expect(generation).rejects.toThrow(why);
  });
});
