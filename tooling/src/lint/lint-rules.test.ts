import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutFolder } from '../launcher/stack-folders.ts';

const run = promisify(execFile);

/** The messages of a rule about a file. */
async function refusalsIn(code: string, plugin: string, rule: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kinmel-lint-'));
  try {
    const config = {
      jsPlugins: [join(checkoutFolder, `tooling/src/lint/${plugin}.mjs`)],
      categories: { correctness: 'off' },
      rules: { [`${plugin}/${rule}`]: 'error' },
    };
    await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify(config));
    await writeFile(join(folder, 'code.ts'), code);
    const oxlint = join(checkoutFolder, 'node_modules/.bin/oxlint');
    const { stdout } = await run(oxlint, ['--format', 'json', '--config', '.oxlintrc.json', 'code.ts'], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string }[] };
    return diagnostics.map(({ message }) => message);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the rule of names', () => {
  const refusedIn = (code: string) => refusalsIn(code, 'names', 'no-participles');

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
    expect(await refusedIn(code)).toEqual([`"${name}" does not say what it is: use a noun.`]);
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

describe('the rule of the time zone', () => {
  const refusedIn = (code: string) => refusalsIn(code, 'shop-time-zone', 'no-literal');

  it.each([
    "export const timeZone = 'Asia/Kathmandu';",
    "export const offset = '+05:45';",
    'export const midnight = (day: string) => new Date(`${day}T00:00:00+05:45`);',
    'export const aheadMs = 345 * 60_000;',
    'export const aheadMs = (5 * 60 + 45) * 60_000;',
  ])('refuses the zone of a shop as a literal: %s', async (code) => {
    expect(await refusedIn(code)).toEqual([
      'Read the time zone of the shop from its settings or from the policy.',
    ]);
  });

  it.each([
    "export const address = 'Kinmel/Shop';",
    "export const time = { timeZone: 'UTC', at: 'T00:00:00Z' };",
    'export const minutes = 5 * 60;',
  ])('accepts UTC and other texts and numbers: %s', async (code) => {
    expect(await refusedIn(code)).toEqual([]);
  });
});
