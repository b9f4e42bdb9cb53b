import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutFolder } from '../launcher/stack-folders.ts';

const run = promisify(execFile);

/** The names that the rule refuses in a file. */
async function refusedIn(code: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kinmel-names-'));
  try {
    const config = {
      jsPlugins: [join(checkoutFolder, 'tooling/src/lint/names.mjs')],
      categories: { correctness: 'off' },
      rules: { 'names/no-participles': 'error' },
    };
    await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify(config));
    await writeFile(join(folder, 'code.ts'), code);
    const oxlint = join(checkoutFolder, 'node_modules/.bin/oxlint');
    const { stdout } = await run(oxlint, ['--format', 'json', '--config', '.oxlintrc.json', 'code.ts'], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string }[] };
    return diagnostics.map(({ message }) => /"(\w+)"/.exec(message)?.[1] ?? message);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the rule of names', () => {
  it.each([
    ['const told = 1;', 'told'],
    ['let kept: number | undefined;', 'kept'],
    ['const [given, second] = [1, 2];', 'given'],
    ['const { order: found } = { order: 1 };', 'found'],
    ['const { shown = 1 } = {} as { shown?: number };', 'shown'],
    ['const { id, ...asked } = { id: 1 };', 'asked'],
    ['function made() {}', 'made'],
    ['export const work = (wanted: number) => wanted;', 'wanted'],
    ['export class Shop { open(named: string) { return named; } }', 'named'],
    ['export type Work = (sent: string) => void;', 'sent'],
  ])('refuses a participle as a name: %s', async (code, name) => {
    expect(await refusedIn(code)).toEqual([name]);
  });

  it.each([
    'const subscribers = 1;',
    'const isKept = true;',
    'export interface Answer { left: number; known: boolean }',
    'export const answer = { kept: 1, asked: 2 };',
    'const { known: device } = { known: 1 };',
  ])('accepts nouns, booleans and fields: %s', async (code) => {
    expect(await refusedIn(code)).toEqual([]);
  });
});
