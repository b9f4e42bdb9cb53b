import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { packages, tarballOf } from '../outside/pack.ts';
import { ownerKeyFile } from '../outside/shop-folders.ts';
import { type Change, create, UsageError } from './change.ts';
import { pageFiles } from './feature.ts';
import { namesOf } from './names.ts';
import { assertFreeAddress } from './parts.ts';
import { filesOf, partOf } from './templates.ts';

type NewRemote = ReturnType<typeof parseRemote>;

function parseRemote(
  repository: string,
  example: string,
  [remote, pageName, role]: readonly (string | undefined)[],
) {
  if (!remote?.startsWith('mfe-')) throw new UsageError(`A remote begins with mfe-: ${example}`);
  if (!pageName) throw new UsageError(`A remote begins with a page: ${example}`);
  if (role !== 'public' && role !== 'admin')
    throw new UsageError(`Who may see it is public or admin: ${example}`);
  const names = namesOf(remote, 'remote');
  const page = namesOf(pageName, 'page');
  assertFreeAddress(repository, names.kebab, `/${page.kebab}`);
  return { names, page, role, owner: names.kebab.slice('mfe-'.length) };
}

/** The files of a remote, both here and in a separate repository. */
const remoteFiles = (folder: string, remote: NewRemote, keys?: string[]): Change[] => [
  ...filesOf('remote', folder, { ...remote, keys }),
  ...pageFiles(folder, remote.page),
];

type Versions = Readonly<Record<string, string>>;

async function manifestOf(repository: string, folder: string) {
  const text = await readFile(join(repository, folder, 'package.json'), 'utf8');
  return JSON.parse(text) as {
    name: string;
    version: string;
    dependencies: Versions;
    devDependencies: Versions;
    overrides: Versions;
  };
}

/** A remote with its first page: `npm run new remote mfe-magazine articles public`. */
export async function remoteChanges(repository: string, words: readonly string[]): Promise<Change[]> {
  const remote = parseRemote(repository, 'npm run new remote mfe-magazine articles public', words);
  const { dependencies, devDependencies } = await manifestOf(repository, 'mfe-cart-checkout');
  const folder = remote.names.kebab;
  return [
    ...filesOf('inside-remote', folder, { ...remote, dependencies, devDependencies }),
    ...remoteFiles(folder, remote),
  ];
}

/** The packages that the tests of a remote need. */
const testPackages =
  /^(typescript|jest|@types\/(jest|node|react|react-dom)|@testing-library\/(dom|jest-dom|react|user-event))$/;

/**
 * A separate repository for a remote. The folder determines its name, its page and who may see it: `mfe-magazine`
 * begins with the public page /magazine.
 * @returns changes relative to that folder
 */
export async function outsideRemoteChanges(
  repository: string,
  outside: string,
  [name, page, role]: readonly string[],
): Promise<Change[]> {
  const remoteName = name ?? basename(resolve(outside));
  const example = 'npm run new remote -- --outside ../mfe-magazine';
  const remote = parseRemote(repository, example, [
    remoteName,
    page ?? remoteName.slice('mfe-'.length),
    role ?? 'public',
  ]);
  const root = await manifestOf(repository, '');
  const { dependencies } = await manifestOf(repository, 'mfe-cart-checkout');
  const packedPackages: Record<string, string> = {};
  for (const { folder } of packages) {
    const packageManifest = await manifestOf(repository, folder);
    packedPackages[packageManifest.name] = `file:vendor/${tarballOf(packageManifest)}`;
  }
  const testDependencies = Object.entries(root.devDependencies).filter(([packageName]) =>
    testPackages.test(packageName),
  );
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return [
    ...filesOf('outside-remote', '', {
      ...remote,
      dependencies: { ...dependencies, ...packedPackages },
      devDependencies: Object.fromEntries(testDependencies),
      overrides: root.overrides,
    }),
    create(
      '.github/workflows/ci.yml',
      partOf('workflow.yml', {
        name: remote.names.kebab,
        source: '',
        paths: '["**"]',
        tests: ['npm test', 'npm run build'],
        deployments: ['npm run deploy -- --canary 5'],
      }),
    ),
    ...remoteFiles('', remote, [publicKey.export({ type: 'spki', format: 'der' }).toString('base64')]),
    create(ownerKeyFile(''), String(privateKey.export({ type: 'pkcs8', format: 'pem' })), 0o600),
  ];
}
