import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { testFolder } from '@kinmel/testing/folder';
import {
  architectureViolations,
  foreignDatabases,
  ownDatabaseRule,
  sourceFolders,
  type Violation,
} from './architecture.ts';

const repository = join(__dirname, '../../..');

/** For each rule a file that breaks it, and what the file imports. The imported file or package is created as well. */
const imports: Readonly<Record<string, readonly [file: string, imported: string, isType?: true]>> = {
  'no-cycles': ['services/order/src/a.ts', './b.ts'],
  'deployables-stay-inside': ['services/order/src/a.ts', '../../catalog/src/b.ts'],
  'only-tests-of-all-services-run-them': ['tooling/src/a.ts', '../../services/order/src/service.ts'],
  'packages-do-not-know-their-users': ['packages/web-kit/src/a.ts', '../../../shell/src/b.ts'],
  'browser-does-not-import-server': ['shell/src/a.ts', '@kinmel/service-kit'],
  'browser-does-not-import-node': ['mfe-catalog/src/a.ts', 'node:path'],
  'server-does-not-import-browser': ['services/order/src/a.ts', 'react'],
  'browser-takes-only-types-from-contracts': ['mfe-catalog/src/a.ts', '@kinmel/contracts'],
  'contracts-for-the-browser-use-zod-mini-alone': ['packages/contracts/src/browser/a.ts', '../b.ts'],
  'contracts-use-only-zod': ['packages/contracts/src/a.ts', 'express'],
  'pricing-uses-only-contracts-of-the-browser': ['packages/pricing/src/a.ts', '@kinmel/contracts'],
  'ui-knows-no-domain': ['packages/ui/src/a.ts', '@kinmel/contracts', true],
  'rules-are-pure': ['services/order/src/orders/order.rules.ts', './orders.store.ts'],
  'express-only-at-the-edge': ['services/order/src/orders/place-order.ts', 'express'],
  'mongodb-only-in-stores': ['services/order/src/orders/place-order.ts', 'mongoose'],
  'features-use-use-cases-not-stores': [
    'services/order/src/orders/place-order.ts',
    '../policy/policy.store.ts',
  ],
  'orders-are-handed-what-follows': ['services/order/src/orders/a.ts', '../ledger/b.ts'],
  'page-features-meet-in-routes': ['mfe-catalog/src/features/home/home-page.tsx', '../search/b.ts'],
  'testing-only-in-tests': ['services/order/src/a.ts', '@kinmel/testing'],
  'host-only-in-the-shell': ['mfe-catalog/src/a.ts', '../../packages/web-kit/src/host/b.ts'],
  'one-router-name': ['mfe-catalog/src/a.ts', 'react-router'],
  'packages-by-name': ['services/order/src/a.ts', '../../../packages/contracts/src/b.ts'],
  'no-unlisted-packages': ['services/order/src/a.ts', 'pino'],
};

/** The path of a file with the rule in its name, so that each rule has separate files. */
const nameForRule = (rule: string, path: string) =>
  path.replace(/([^/.]+)((?:\.\w+)*\.tsx?)$/, `$1-${rule}$2`);

function filesOf(rule: string): [path: string, text: string][] {
  if (rule === ownDatabaseRule)
    return [
      [
        nameForRule(rule, 'services/order/src/a.ts'),
        "export const open = (databaseNameOf: (name: string) => string) => databaseNameOf('catalog');",
      ],
    ];
  const [file = '', imported = '', isType = false] = imports[rule] ?? [];
  const isFile = imported.startsWith('.');
  const path = nameForRule(rule, file);
  const from = isFile ? nameForRule(rule, imported) : imported;
  const text = isType
    ? `import type { B } from '${from}'; export type A = B;`
    : `import { b } from '${from}'; export const a = b;`;
  const files: [string, string][] = [[path, text]];
  const [, ownPackage] = /^@kinmel\/(.+)/.exec(imported) ?? [];
  const cycleImport =
    rule === 'no-cycles' ? `import { a } from './${basename(path)}'; export const c = a;` : '';
  if (isFile) files.push([join(dirname(file), from), `export const b = 1; ${cycleImport}`]);
  if (ownPackage)
    files.push([`packages/${ownPackage}/src/index.ts`, 'export const b = 1; export type B = 1;']);
  return files;
}

const { root, pathOf, write, clear } = testFolder();

/** Replaces all files with these, with a package.json per workspace, linked like npm does. */
function writeFiles(files: readonly [path: string, text: string][]): void {
  clear();
  write('package.json', '{"name":"planted","private":true,"type":"module"}');
  const link = (name: string, target: string) => {
    const path = pathOf('node_modules', name);
    if (existsSync(path)) return;
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  };
  for (const [path, text] of files) {
    write(path, text);
    const workspace = path.split('/src/')[0] ?? '';
    const name = `@kinmel/${workspace.split('/').at(-1)}`;
    write(`${workspace}/package.json`, JSON.stringify({ name, type: 'module', exports: './src/index.ts' }));
    link(name, pathOf(workspace));
    const imported = /from '([a-z-]+)'/.exec(text)?.[1];
    if (imported) link(imported, join(repository, 'node_modules', imported));
  }
}

describe('architecture rules', () => {
  const rules = [...Object.keys(imports), ownDatabaseRule];
  let violations: Violation[];

  beforeAll(async () => {
    const files = rules.flatMap(filesOf);
    writeFiles(files);
    const roots = [...new Set(files.map(([path]) => path.split('/')[0] ?? ''))];
    ({ violations } = await architectureViolations(root, roots));
  }, 60_000);

  it('each have a planted violation', async () => {
    const configuration = (await import(join(repository, '.dependency-cruiser.mjs'))) as {
      default: { forbidden: { name: string }[] };
    };
    const names = configuration.default.forbidden.map((rule) => rule.name).concat(ownDatabaseRule);
    expect(rules.toSorted()).toEqual(names.sort());
  });

  it.each(rules)('%s is reported for its planted violation', (rule) => {
    const ownFiles = filesOf(rule).map(([path]) => path);
    expect(
      violations.filter(({ from }) => ownFiles.includes(from)).map((violation) => violation.rule),
    ).toContain(rule);
  });

  it.each([
    ['databaseNameOf(service, prefix)', 1],
    ["client.db('kinmel_catalog')", 1],
    ['connection.useDb(`${prefix}_catalog`)', 1],
    ["databaseNameOf('order', prefix)", 0],
    ['connection.getClient().db(connection.name)', 0],
    ['client\n  .db(model.db.name)', 0],
  ])('a service reaches no database but its own: %s', (code, count) => {
    writeFiles([['services/order/src/a.ts', code]]);
    expect(foreignDatabases(root)).toHaveLength(count);
  });

  it('are checked in every folder with code', () => {
    const expected = 'packages gateway render services shell mfe-catalog tooling e2e bench'.split(' ');
    expect(sourceFolders(repository)).toEqual(expect.arrayContaining(expected));
  });
});
