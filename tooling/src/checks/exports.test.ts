import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { missingSteps } from '../exports/export-documents.ts';
import {
  assertMoved,
  changesOf,
  exportsOf,
  missingStep,
  neededStep,
  readChangeset,
} from '../exports/version-steps.ts';

const repository = join(__dirname, '../../..');

describe('the exports of web-kit, contracts and ui', () => {
  let reports: Map<string, string>;

  beforeAll(async () => {
    // In a process of its own: a second compiler in this one would be read through Jest's modules.
    const program = `
      const { makeReports } = await import(${JSON.stringify(join(repository, 'tooling/src/exports/reports.ts'))});
      console.log(JSON.stringify([...(await makeReports(${JSON.stringify(repository)}))]));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      maxBuffer: 1e8,
    });
    reports = new Map(JSON.parse(stdout.slice(stdout.indexOf('[["'))) as [string, string][]);
  }, 180_000);

  it.each(['contracts', 'contracts-browser', 'ui', 'web-kit', 'web-kit-forms', 'web-kit-host', 'facades'])(
    'are told by docs/exports/%s.md as they are (npm run documents)',
    async (report) => {
      const kept = await readFile(join(repository, `docs/exports/${report}.md`), 'utf8');
      expect(reports.get(`${report}.md`) === kept ? 'current' : 'stale: npm run documents').toBe('current');
    },
  );

  it('moved by no more than their changesets say', async () => {
    expect(await missingSteps(repository, reports)).toEqual([]);
  });

  it('are read name by name', () => {
    expect(Object.keys(exportsOf('web-kit', reports.get('web-kit.md') ?? ''))).toEqual(
      expect.arrayContaining(['web-kit/injectEndpoints', 'web-kit/WidgetProps', '~web-kit/RemoteName']),
    );
    expect(Object.keys(exportsOf('facades', reports.get('facades.md') ?? ''))).toContain(
      'facades/react-router-dom/useLocation',
    );
  });
});

const report = (...declarations: string[]) => `\`\`\`ts\n\n${declarations.join('\n\n')}\n\n\`\`\`\n`;
const before = exportsOf(
  'kit',
  report('export const a: 1;', 'export function b(): void;', 'type Hidden = 1;'),
);
const released = { version: '1.2.0', exports: before };
const changeset = (step: string, body = '') => readChangeset(`---\n'@kinmel/kit': ${step}\n---\n\n${body}\n`);
const step = (after: typeof before, ...given: ReturnType<typeof changeset>[]) =>
  missingStep('@kinmel/kit', '1.2.0', released, after, given);

describe('a planted change of exports', () => {
  const added = exportsOf(
    'kit',
    report('export const a: 1;', 'export function b(): void;', 'export const c: 1;'),
  );
  const removed = exportsOf('kit', report('export const a: 1;'));
  const changed = exportsOf('kit', report('export const a: 1;', 'export function b(text?: string): void;'));
  const inside = exportsOf(
    'kit',
    report('export const a: 1;', 'export function b(): void;', 'type Hidden = 2;'),
  );

  it('that is none needs nothing', () => expect(step(before)).toBeUndefined());

  it('that adds needs minor, and is named', () => {
    expect(step(added)).toMatch(/needs a changeset of minor[^]*kit\/c is new/);
    expect(step(added, changeset('patch'))).toContain('needs a changeset of minor');
    expect(step(added, changeset('patch'), changeset('minor'))).toBeUndefined();
  });

  it('that removes needs major, whatever is said of it', () => {
    expect(step(removed, changeset('minor', 'Compatible: kit/b'))).toMatch(
      /needs a changeset of major[^]*kit\/b is gone/,
    );
    expect(step(removed, changeset('major'))).toBeUndefined();
  });

  it('that alters a type needs major, or minor by an author who says that all can go on using it', () => {
    expect(step(changed, changeset('minor'))).toMatch(/needs a changeset of major[^]*kit\/b has changed/);
    expect(step(changed, changeset('minor', 'Words.\n\nCompatible: kit/b'))).toBeUndefined();
    expect(step(changed, changeset('patch', 'Compatible: kit/b'))).toContain('of minor');
  });

  it('of a type that an exported one is made of counts as well', () => {
    expect(neededStep(changesOf(before, inside), [])).toBe('major');
  });

  it('of a package that is not named by a changeset is not excused by it', () => {
    expect(step(added, readChangeset("---\n'@kinmel/other': major\n---\n\nWords.\n"))).toBeDefined();
  });

  it('does not become the last version by a version that moved too little', () => {
    const move = (version: string, after: typeof before, from = '1.2.0') =>
      assertMoved('@kinmel/kit', version, { version: from, exports: before }, after);
    expect(() => move('1.3.0', removed)).toThrow(/needs major:\n {2}- kit\/b is gone/);
    expect(() => move('1.2.1', added)).toThrow('needs minor');
    for (const [version, after] of [
      ['2.0.0', removed],
      ['1.3.0', added],
      ['1.2.1', before],
    ] as const)
      expect(() => move(version, after)).not.toThrow();
    expect(() => move('0.3.0', removed, '0.2.0')).not.toThrow();
  });
});
