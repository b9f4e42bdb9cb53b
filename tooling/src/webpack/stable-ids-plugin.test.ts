import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWebpack } from './run-webpack.ts';
import { StableIdsPlugin } from './stable-ids-plugin.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinmel-ids-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the minimizer gets of a start file whose name is the hash of some paths; the minimizer counts every letter of it. */
async function scriptWith(hash: string): Promise<string> {
  const root = join(folder, hash);
  await mkdir(join(root, '.federation'), { recursive: true });
  await writeFile(join(root, `.federation/entry.${hash}.js`), 'export const started = Date.now();');
  await writeFile(
    join(root, 'index.js'),
    `import { started } from './.federation/entry.${hash}.js';\nglobalThis.started = started;`,
  );
  await runWebpack({
    mode: 'production',
    context: root,
    entry: './index.js',
    output: { path: join(root, 'built'), filename: 'index.js' },
    optimization: { minimize: false },
    plugins: [new StableIdsPlugin()],
  });
  return readFile(join(root, 'built/index.js'), 'utf8');
}

it('leaves nothing of the folder of a build for the minimizer to count', async () => {
  const script = await scriptWith('c83a6ac913254ab583deacce2b179aad');
  expect(script).toContain('Date.now()');
  expect(await scriptWith('57e66abf1070e74d3a2f50f1b668b1f1')).toBe(script);
});
