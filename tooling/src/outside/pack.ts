import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { firstFiles, iconsFolder } from '../webpack/build-shell.ts';
import { firstFilesName, servedAt } from '../webpack/dev/dev-server.ts';
import { repositoryFolder } from '../webpack/paths.ts';
import { runWebpack } from '../webpack/run-webpack.ts';
import { shellConfig } from '../webpack/shell-config.ts';

const run = promisify(execFile);

/** A package to pack. */
export interface Package {
  readonly folder: string;
  /** By default all exports of the package. */
  readonly exports?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  /** Packages that its files use without importing them, such as peers of what they import. */
  readonly peers?: readonly string[];
}

/** The packages that a remote in a separate repository installs; the last three export only what a remote needs. */
export const packages: readonly Package[] = [
  { folder: 'packages/contracts' },
  { folder: 'packages/pricing' },
  { folder: 'packages/ui' },
  { folder: 'packages/web-kit' },
  {
    folder: 'packages/testing',
    exports: { './page': './src/page/index.ts', './web-contracts': './src/web-contracts/index.ts' },
  },
  {
    folder: 'gateway',
    exports: {
      './hosts': './src/policies/admission/hosts.ts',
      './registry': './src/registry/index.ts',
      './routes': './src/upstreams/api-routes.ts',
    },
  },
  {
    folder: 'tooling',
    exports: { './jest': './src/test/browser-project.ts', './browser-setup': './src/test/browser-setup.ts' },
    bin: { 'kinmel-remote': './src/outside/main.ts' },
    peers: ['@swc/core', 'lightningcss', 'jest'],
  },
];

/** The compiler options of remotes and the types of the files they import, in the packed tooling. */
const sharedTypes = { './tsconfig.json': './tsconfig.json', './assets': { types: './assets.d.ts' } };

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly sideEffects?: unknown;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readJson = async <Value>(...path: string[]): Promise<Value> =>
  JSON.parse(await readFile(join(repositoryFolder, ...path), 'utf8')) as Value;

const isSource = (file: string) => /\.tsx?$/.test(file);
const compiledPath = (file: string, extension = '.js') =>
  isSource(file) ? file.slice(0, -extname(file).length) + extension : file;

/** Files other than sources that sources import or name. */
const isAsset = (file: string) => /\.(css|[cm]js|svg|txt|webp|avif|woff2)$/.test(file);

/** Folders of the tooling that remotes do not use. */
const unusedFilesPattern = /\/tooling\/src\/(?!webpack|test)[^/]+$|\/(stories|testing)$|reporter\.cjs$/;

/** Compiles the sources behind the exports; packages in `node_modules` cannot be TypeScript. */
async function compile(target: string): Promise<void> {
  const { compilerOptions } = await readJson<{ compilerOptions: object }>('tsconfig.json');
  const files = ['types/assets.d.ts', 'types/es-check.d.ts'];
  // Without these, files of packages resolve into `node_modules` and are not compiled.
  const paths: Record<string, string[]> = {};
  for (const { folder, exports, bin } of packages) {
    const manifest = await readJson<Manifest>(folder, 'package.json');
    const entries = exports ?? manifest.exports;
    const sources = Object.values({ ...entries, ...bin }).filter(isSource);
    files.push(...sources.map((file) => join(folder, file)));
    for (const [name, file] of Object.entries(manifest.exports))
      paths[posix.join(manifest.name, name)] = [join(repositoryFolder, folder, file)];
  }
  const config = join(target, 'tsconfig.json');
  const options = {
    ...compilerOptions,
    noEmit: false,
    // Types are checked in the repository of the sources.
    noCheck: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: repositoryFolder,
    outDir: target,
    paths,
    typeRoots: [join(repositoryFolder, 'node_modules/@types')],
  };
  await writeFile(
    config,
    JSON.stringify({ compilerOptions: options, files: files.map((file) => join(repositoryFolder, file)) }),
  );
  await run(join(repositoryFolder, 'node_modules/.bin/tsc'), ['-p', config], { cwd: target });
}

/** The versions of packages that the files of a folder name; its package.json also lists packages that the packed files do not use. */
async function namedPackages(
  folder: string,
  versions: Readonly<Record<string, string>>,
  peers: readonly string[],
) {
  const files = await readdir(folder, { recursive: true });
  const texts = await Promise.all(
    files.filter((file) => /\.([cm]?js|css)$/.test(file)).map((file) => readFile(join(folder, file), 'utf8')),
  );
  const text = texts.join('\n');
  return Object.fromEntries(
    Object.entries(versions).filter(
      ([name]) => peers.includes(name) || new RegExp(`['"]${RegExp.escape(name)}['"/]`).test(text),
    ),
  );
}

async function stage({ folder, exports, bin, peers = [] }: Package, target: string): Promise<string> {
  const stagedFolder = join(target, folder);
  const root = await readJson<Manifest>('package.json');
  const source = await readJson<Manifest>(folder, 'package.json');
  await cp(join(repositoryFolder, folder, 'src'), join(stagedFolder, 'src'), {
    recursive: true,
    filter: (file) => (extname(file) === '' || isAsset(file)) && !unusedFilesPattern.test(file),
  });
  const versions = { ...root.devDependencies, ...root.dependencies, ...source.dependencies };
  const compiledExports = Object.entries(exports ?? source.exports).map(([name, file]) => [
    name,
    isSource(file) ? { types: compiledPath(file, '.d.ts'), default: compiledPath(file) } : file,
  ]);
  const { name, version, sideEffects } = source;
  const manifest = {
    name,
    version,
    type: 'module',
    sideEffects,
    exports: { ...Object.fromEntries(compiledExports), ...(folder === 'tooling' ? sharedTypes : {}) },
    bin:
      bin && Object.fromEntries(Object.entries(bin).map(([command, file]) => [command, compiledPath(file)])),
    dependencies: await namedPackages(stagedFolder, versions, peers),
  };
  await writeFile(join(stagedFolder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return stagedFolder;
}

/** The shell under development, which the development server of a repository outside serves. */
async function buildShellOf(tooling: string): Promise<void> {
  const folder = join(tooling, 'development-shell');
  const config = servedAt('/shell', shellConfig({ mode: 'development', outputFolder: folder }));
  const stats = await runWebpack(config);
  await writeFile(join(folder, firstFilesName), JSON.stringify(firstFiles(stats)));
  await cp(iconsFolder, folder, { recursive: true });
}

/** The name of a package's tarball, as npm builds it. */
export const tarballOf = ({ name, version }: Pick<Manifest, 'name' | 'version'>) =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

/** Packs everything that remotes of other repositories install, as tarballs in a folder. */
export async function packForRemotes(target: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'kinmel-pack-'));
  try {
    await compile(work);
    const stagedFolders = await Array.fromAsync(packages, (each) => stage(each, work));
    const { compilerOptions } = await readJson<{ compilerOptions: object }>('tsconfig.json');
    const options = {
      ...compilerOptions,
      types: ['node', 'jest', '@testing-library/jest-dom', '@kinmel/tooling/assets'],
    };
    await writeFile(join(work, 'tooling/tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    await buildShellOf(join(work, 'tooling'));
    await cp(join(repositoryFolder, 'types/assets.d.ts'), join(work, 'tooling/assets.d.ts'));
    await mkdir(target, { recursive: true });
    await run('npm', ['pack', '--pack-destination', target, ...stagedFolders], { cwd: work });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
