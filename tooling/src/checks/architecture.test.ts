import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  architectureViolations,
  foreignDatabases,
  ownDatabaseRule,
  sourceFolders,
  type Violation,
} from './architecture.ts';

const repository = join(__dirname, '../../..');

/** The smallest tree that violates each rule: path → text. */
const planted: Record<string, Record<string, string>> = {
  [ownDatabaseRule]: {
    'services/order/src/a.ts':
      "export const open = (databaseNameOf: (name: string) => string) => databaseNameOf('catalog');",
  },
  'no-cycles': {
    'services/order/src/a.ts': "import { b } from './b.ts'; export const a = () => b;",
    'services/order/src/b.ts': "import { a } from './a.ts'; export const b = () => a;",
  },
  'deployables-stay-inside': {
    'services/order/src/a.ts': "import { b } from '../../catalog/src/b.ts'; export const a = b;",
    'services/catalog/src/b.ts': 'export const b = 1;',
  },
  'only-the-explorer-runs-other-services': {
    'tooling/src/a.ts': "import { b } from '../../services/order/src/service.ts'; export const a = b;",
    'services/order/src/service.ts': 'export const b = 1;',
  },
  'packages-do-not-know-their-users': {
    'packages/web-kit/src/a.ts': "import { b } from '../../../shell/src/b.ts'; export const a = b;",
    'shell/src/b.ts': 'export const b = 1;',
  },
  'browser-does-not-import-server': {
    'shell/src/a.ts': "import { b } from '@kinmel/service-kit'; export const a = b;",
    'packages/service-kit/src/index.ts': 'export const b = 1;',
  },
  'browser-does-not-import-node': {
    'mfe-catalog/src/a.ts': "import { join } from 'node:path'; export const a = join;",
  },
  'server-does-not-import-browser': {
    'services/order/src/a.ts': "import { useState } from 'react'; export const a = useState;",
  },
  'browser-takes-only-types-from-contracts': {
    'mfe-catalog/src/a.ts': "import { b } from '@kinmel/contracts'; export const a = b;",
    'packages/contracts/src/index.ts': 'export const b = 1; export type B = 1;',
  },
  'contracts-for-the-browser-use-zod-mini-alone': {
    'packages/contracts/src/browser/a.ts': "import { b } from '../b.ts'; export const a = b;",
    'packages/contracts/src/b.ts': 'export const b = 1;',
  },
  'contracts-use-only-zod': {
    'packages/contracts/src/a.ts': "import express from 'express'; export const a = express;",
  },
  'pricing-uses-nothing': {
    'packages/pricing/src/a.ts': "import { b } from '@kinmel/contracts'; export const a = b;",
    'packages/contracts/src/index.ts': 'export const b = 1; export type B = 1;',
  },
  'ui-knows-no-domain': {
    'packages/ui/src/a.ts': "import type { B } from '@kinmel/contracts'; export type A = B;",
    'packages/contracts/src/index.ts': 'export const b = 1; export type B = 1;',
  },
  'rules-are-pure': {
    'services/order/src/orders/order.rules.ts': "import { b } from './orders.store.ts'; export const a = b;",
    'services/order/src/orders/orders.store.ts': 'export const b = 1;',
  },
  'express-only-at-the-edge': {
    'services/order/src/orders/place-order.ts': "import express from 'express'; export const a = express;",
  },
  'mongodb-only-in-stores': {
    'services/order/src/orders/place-order.ts': "import mongoose from 'mongoose'; export const a = mongoose;",
  },
  'features-use-use-cases-not-stores': {
    'services/order/src/orders/place-order.ts':
      "import { b } from '../policy/policy.store.ts'; export const a = b;",
    'services/order/src/policy/policy.store.ts': 'export const b = 1;',
  },
  'orders-are-handed-what-follows': {
    'services/order/src/orders/a.ts': "import { b } from '../ledger/b.ts'; export const a = b;",
    'services/order/src/ledger/b.ts': 'export const b = 1;',
  },
  'page-features-meet-in-routes': {
    'mfe-catalog/src/features/home/home-page.tsx': "import { b } from '../search/b.ts'; export const a = b;",
    'mfe-catalog/src/features/search/b.ts': 'export const b = 1;',
  },
  'testing-only-in-tests': {
    'services/order/src/a.ts': "import { b } from '@kinmel/testing'; export const a = b;",
    'packages/testing/src/index.ts': 'export const b = 1;',
  },
  'host-only-in-the-shell': {
    'mfe-catalog/src/a.ts': "import { b } from '../../packages/web-kit/src/host/b.ts'; export const a = b;",
    'packages/web-kit/src/host/b.ts': 'export const b = 1;',
  },
  'one-router-name': {
    'mfe-catalog/src/a.ts': "import { Link } from 'react-router'; export const a = Link;",
  },
  'packages-by-name': {
    'services/order/src/a.ts':
      "import { b } from '../../../packages/contracts/src/b.ts'; export const a = b;",
    'packages/contracts/src/b.ts': 'export const b = 1;',
  },
  'no-unlisted-packages': {
    'services/order/src/a.ts': "import pino from 'pino'; export const a = pino;",
  },
};

/** The file in the tree of all rules, where each rule has files of its own; those of a package's front door are alike. */
const ownName = (rule: string, path: string) =>
  path.endsWith('/index.ts') ? path : path.replace(/([^/.]+)((?:\.\w+)*\.tsx?)$/, `$1-${rule}$2`);

const filesOf = (rule: string): [path: string, text: string][] =>
  Object.entries(planted[rule] ?? {}).map(([path, text]) => [
    ownName(rule, path),
    text.replace(/(?<=from ')\.[^']+/, (imported) => ownName(rule, imported)),
  ]);

/** Writes the files with a package.json per workspace, linked as by npm. */
function plant(files: readonly [path: string, text: string][]): string {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('package.json', '{"name":"planted","private":true,"type":"module"}');
  const link = (name: string, target: string) => {
    const path = join(folder, 'node_modules', name);
    if (existsSync(path)) return;
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  };
  for (const [path, text] of files) {
    write(path, text);
    const workspace = path.split('/src/')[0] ?? '';
    const name = `@kinmel/${workspace.split('/').at(-1)}`;
    write(`${workspace}/package.json`, JSON.stringify({ name, type: 'module', exports: './src/index.ts' }));
    link(name, join(folder, workspace));
    const imported = /from '([a-z-]+)'/.exec(text)?.[1];
    if (imported) link(imported, join(repository, 'node_modules', imported));
  }
  return folder;
}

describe('architecture rules', () => {
  const folders: string[] = [];
  let violations: Violation[];

  const plantedFolder = (files: readonly [path: string, text: string][]) => {
    const folder = plant(files);
    folders.push(folder);
    return folder;
  };

  beforeAll(async () => {
    const files = Object.keys(planted).flatMap(filesOf);
    const roots = [...new Set(files.map(([path]) => path.split('/')[0] ?? ''))];
    ({ violations } = await architectureViolations(plantedFolder(files), roots));
  }, 60_000);
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  it('each have a planted violation', async () => {
    const configuration = (await import(join(repository, '.dependency-cruiser.mjs'))) as {
      default: { forbidden: { name: string }[] };
    };
    const names = configuration.default.forbidden.map((rule) => rule.name).concat(ownDatabaseRule);
    expect(Object.keys(planted).sort()).toEqual(names.sort());
  });

  it.each(Object.keys(planted))('%s is reported for its planted violation', (rule) => {
    const own = filesOf(rule).map(([path]) => path);
    expect(violations.filter(({ from }) => own.includes(from)).map((violation) => violation.rule)).toContain(
      rule,
    );
  });

  it.each([
    ['databaseNameOf(service, prefix)', 1],
    ["client.db('kinmel_catalog')", 1],
    ['connection.useDb(`${prefix}_catalog`)', 1],
    ["databaseNameOf('order', prefix)", 0],
    ['connection.getClient().db(connection.name)', 0],
    ['client\n  .db(model.db.name)', 0],
  ])('a service reaches no database but its own: %s', (code, count) => {
    const folder = plantedFolder([['services/order/src/a.ts', code]]);
    expect(foreignDatabases(folder)).toHaveLength(count);
  });

  it('are checked in every folder with code', () => {
    const expected = [
      'packages',
      'gateway',
      'render',
      'services',
      'shell',
      'mfe-catalog',
      'tooling',
      'e2e',
      'bench',
    ];
    expect(sourceFolders(repository)).toEqual(expect.arrayContaining(expected));
  });
});
