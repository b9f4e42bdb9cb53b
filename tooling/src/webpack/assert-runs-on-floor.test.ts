import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import { assertRunsOnFloor } from './assert-runs-on-floor.ts';
import { floorText, styleTargets } from './browser-floor.ts';
import { repositoryFolder } from './paths.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinmel-floor-'));
});
afterEach(() => rm(folder, { recursive: true }));

const check = async (code: string) => {
  await writeFile(join(folder, 'page.js'), code);
  await assertRunsOnFloor(folder);
};

describe('the oldest browsers of the shop', () => {
  it('support what the shop uses', async () => {
    await check('const a = [2, 1].toSorted(); const b = a.findLast(Boolean); class C { #d = b?.e ?? 1; }');
  });

  it.each([
    'Object.groupBy([], String);',
    'const { promise } = Promise.withResolvers();',
    'const one = new Set([1]).union(new Set([2]));',
    'const list = Array.fromAsync([]);',
    'const letters = /[\\p{L}--[a-z]]/v;',
  ])('do not support this, so that a build with it fails: %s', async (code) => {
    await expect(check(code)).rejects.toThrow(/page\.js: .+/);
  });

  it('get style sheets without the ranges in media queries that Safari has since 16.4', () => {
    const code = Buffer.from('@media (width <= 768px) { a { color: red } }');
    const { code: minified } = transform({ filename: 'a.css', code, minify: true, targets: styleTargets });
    expect(minified.toString()).toContain('@media (max-width:768px)');
  });

  it('are named in the README', async () => {
    expect(await readFile(join(repositoryFolder, 'README.md'), 'utf8')).toContain(floorText);
  });
});
