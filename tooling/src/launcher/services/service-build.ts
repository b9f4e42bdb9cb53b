import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { inputsHash } from '../inputs-hash.ts';
import { nameOnlyWhatWasRenamed } from './bundled-names.ts';
import { ownSourceMap } from './own-source-map.ts';
import type { ServicePart } from './services.ts';

/** Packages that stay outside the bundle: native code, and code that must be loaded as it stands. */
const external = [
  'sharp',
  '@node-rs/argon2',
  'mongodb-client-encryption',
  'kerberos',
  'snappy',
  '@mongodb-js/zstd',
  'socks',
  'aws4',
  'gcp-metadata',
  '@aws-sdk/credential-providers',
  // Not `@opentelemetry/api`: prom-client loads it at each start, and out of a bundle that takes a tenth of the time.
  '@opentelemetry/sdk-node',
  '@opentelemetry/exporter-*',
  '@opentelemetry/instrumentation-*',
  'pino-pretty',
];

/** CommonJS packages inside an ES module call `require` for Node's own modules. */
const banner = [
  "import { createRequire as kinmelCreateRequire } from 'node:module';",
  'const require = kinmelCreateRequire(import.meta.url);',
].join('\n');

const buildVersion = '6';

/**
 * Our own files import Node's modules as ECMAScript modules, and for that Node reads every export of a module, in
 * `node:http` also those that load a whole HTTP client of its own: 45 ms at each start. In a bundle they are taken as
 * they are.
 */
const nodeModules: Plugin = {
  name: 'node-modules-as-they-are',
  setup(bundle) {
    bundle.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'node-module', sideEffects: false } : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: 'node-module' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};

function options(root: string, part: ServicePart, source: string, outfile: string): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: [join(part.folder, source)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: 'linked',
    mainFields: ['main', 'module'],
    keepNames: true,
    // Signs that are not ASCII stand in comments only, and one of them doubles what the text takes in memory.
    minifyWhitespace: true,
    lineLimit: 200,
    plugins: [nodeModules],
    external,
    banner: { js: banner },
    logLevel: 'silent',
    legalComments: 'none',
  };
}

/**
 * How Node runs a bundle: stacks name our own files, and new objects get 8 MB instead of up to 32 before they are
 * swept. The larger room saves no measurable processor time here and takes 100 MB more in each process.
 */
export const bundleFlags = ['--enable-source-maps', '--max-semi-space-size=8'];

/** Where the bundle of a service is. */
export const serviceBundle = (buildFolder: string, name: string) => join(buildFolder, name, 'main.mjs');

/** Where Node keeps what it compiled of a bundle: a fifth less to do at the next start. Gone with the bundle. */
export const compiledFolder = (buildFolder: string, name: string) => join(buildFolder, name, 'compiled');

/** The version of a service as its sources make it: the hash of everything that its bundle is made from. */
export function serviceInputs(root: string, part: Pick<ServicePart, 'folder'>): Promise<string> {
  return inputsHash(
    root,
    [
      join(part.folder, 'src'),
      ...['contracts', 'service-kit', 'pictures', 'pricing', 'mail-templates'].map(
        (name) => `packages/${name}/src`,
      ),
    ],
    buildVersion,
  );
}

/** Bundles one service into one file with a source map; does nothing when its inputs are those of the last build. */
export async function buildService(
  root: string,
  buildFolder: string,
  part: ServicePart,
): Promise<'built' | 'unchanged'> {
  const folder = join(buildFolder, part.name);
  const marker = join(folder, 'inputs.sha256');
  const inputs = await serviceInputs(root, part);
  const last = await readFile(marker, 'utf8').catch(() => '');
  if (last === inputs) return 'unchanged';
  await rm(marker, { force: true });
  await rm(compiledFolder(buildFolder, part.name), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Loaded where something is built: the launcher itself only wants to know where bundles are.
  const { build } = await import('esbuild');
  const bundle = async (source: string, file: string) => {
    await build(options(root, part, source, file));
    await writeFile(file, nameOnlyWhatWasRenamed(await readFile(file, 'utf8')));
    await writeFile(`${file}.map`, ownSourceMap(await readFile(`${file}.map`, 'utf8')));
  };
  await bundle('src/main.ts', serviceBundle(buildFolder, part.name));
  if (part.worker !== undefined) await bundle(part.worker, join(folder, 'worker.mjs'));
  await writeFile(marker, inputs);
  return 'built';
}
