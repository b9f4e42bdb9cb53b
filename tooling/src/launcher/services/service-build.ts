import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { packagesOfFiles, packagesWithDependencies } from '../../licences/bundled-packages.ts';
import { writeLicences, writeSbom } from '../../licences/write-notices.ts';
import { commitOfCheckout, isDirty } from '../../webpack/origin.ts';
import { packageVersion } from '../../webpack/paths.ts';
import { inputsHash } from '../inputs-hash.ts';
import { ownSourceMap } from './own-source-map.ts';
import type { ServicePart } from './services.ts';

/** Packages that are not bundled, because they are native code or must be loaded unchanged. */
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
  'pino-pretty',
];

/** CommonJS packages inside an ES module call `require` for Node's own modules, and read `__dirname`. */
const banner = [
  "import { createRequire as kinmelCreateRequire } from 'node:module';",
  'const require = kinmelCreateRequire(import.meta.url);',
  'const __dirname = import.meta.dirname;',
  'const __filename = import.meta.filename;',
].join('\n');

const buildVersion = '13';

/**
 * Importing a Node module as an ES module evaluates all its exports; for `node:http` that includes an HTTP client, 45
 * ms at each start. Bundles load them with `getBuiltinModule` instead.
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

/** OpenTelemetry and the S3 client are separate bundles, because few processes load them and they are large. */
const separateBundle = /\/(telemetry|s3-client)\.ts$/;

/** @param sources filled with the sources of such bundles, by file */
const separateBundles = (sources: Map<string, string>): Plugin => ({
  name: 'bundles-apart',
  setup(bundle) {
    bundle.onResolve({ filter: separateBundle }, ({ path, resolveDir, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = `${basename(path, '.ts')}.mjs`;
      sources.set(file, resolve(resolveDir, path));
      return { path: `./${file}`, external: true };
    });
    // esbuild would evaluate a dynamically imported file only on demand, so its imports might never be evaluated.
    bundle.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && !importer.includes('node_modules')
        ? {
            errors: [{ text: `${path} is imported dynamically: give it a bundle of its own, or import it.` }],
          }
        : undefined,
    );
  },
});

/** The version of the package, and the commit if it is known. */
function builtVersion(root: string, { folder }: ServicePart): string {
  const commit = commitOfCheckout()?.slice(0, 10);
  if (commit === undefined) return packageVersion(join(root, folder));
  return `${packageVersion(join(root, folder))}+${commit}${isDirty(folder, 'packages') ? '.dirty' : ''}`;
}

function options(
  root: string,
  part: ServicePart,
  source: string,
  outfile: string,
  plugins: readonly Plugin[],
): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: 'linked',
    mainFields: ['main', 'module'],
    keepNames: true,
    // Non-ASCII characters occur in comments only; a single one doubles the memory of the source text.
    minifyWhitespace: true,
    lineLimit: 200,
    plugins: [...plugins],
    external,
    define: { 'process.env.BUILT_VERSION': JSON.stringify(builtVersion(root, part)) },
    banner: { js: banner },
    logLevel: 'silent',
    legalComments: 'none',
    metafile: true,
  };
}

/**
 * Source maps for stack traces, and a young generation of 8 MB: the default of up to 32 MB saves no measurable CPU time
 * and costs 100 MB per process.
 */
export const bundleFlags = ['--enable-source-maps', '--max-semi-space-size=8'];

export const serviceBundle = (buildFolder: string, name: string) => join(buildFolder, name, 'main.mjs');

/** Node's compile cache of a bundle; deleted with the bundle. Saves a fifth of the start. */
export const compiledFolder = (buildFolder: string, name: string) => join(buildFolder, name, 'compiled');

const inputsFile = (buildFolder: string, name: string) => join(buildFolder, name, 'inputs.sha256');

/** Version of the bundle of a service; empty when there is none. */
export const bundledInputs = (buildFolder: string, name: string): Promise<string> =>
  readFile(inputsFile(buildFolder, name), 'utf8').catch(() => '');

/** Version of a service: the hash of the inputs of its bundle. */
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

/** Packages whose files the bundle reads at run time; the Dockerfile copies them by the same names. */
const copiedPackage = /["'`](sharp|@node-rs\/[\w-]+|@fontsource\/[\w-]+)/g;

/** Bundles a service into one file with a source map, unless its inputs are unchanged. Beside it are SBOM and licences. */
export async function buildService(
  root: string,
  buildFolder: string,
  part: ServicePart,
): Promise<'built' | 'unchanged'> {
  const folder = join(buildFolder, part.name);
  const marker = inputsFile(buildFolder, part.name);
  const inputs = await serviceInputs(root, part);
  if ((await bundledInputs(buildFolder, part.name)) === inputs) return 'unchanged';
  await rm(marker, { force: true });
  await rm(compiledFolder(buildFolder, part.name), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Lazy: the launcher itself only needs the paths.
  const { build } = await import('esbuild');
  const sources = new Map<string, string>();
  const plugins = [nodeModules, separateBundles(sources)];
  const files = new Set<string>();
  const copiedPackages = new Set<string>();
  const bundle = async (source: string, file: string, bundlePlugins: readonly Plugin[] = plugins) => {
    const { metafile } = await build(options(root, part, source, file, bundlePlugins));
    for (const { inputs } of Object.values(metafile?.outputs ?? {}))
      for (const [input, { bytesInOutput }] of Object.entries(inputs))
        if (bytesInOutput > 0) files.add(resolve(root, input));
    // `lineLimit` breaks lines also inside names.
    const text = (await readFile(file, 'utf8')).replaceAll(/\\?\n/g, '');
    for (const [, name = ''] of text.matchAll(copiedPackage)) copiedPackages.add(name);
    await writeFile(`${file}.map`, ownSourceMap(await readFile(`${file}.map`, 'utf8')));
  };
  await bundle(join(part.folder, 'src/main.ts'), serviceBundle(buildFolder, part.name));
  if (part.worker !== undefined) await bundle(join(part.folder, part.worker), join(folder, 'worker.mjs'));
  // The hooks of OpenTelemetry only apply to modules that are loaded by `require`.
  for (const [file, source] of sources) await bundle(source, join(folder, file), []);
  const packages = [...packagesOfFiles(files), ...packagesWithDependencies(root, copiedPackages)];
  await writeLicences(folder, packages);
  const version = packageVersion(join(root, part.folder));
  await writeSbom(folder, root, { name: `kinmel-${part.name}`, version }, packages);
  await writeFile(marker, inputs);
  return 'built';
}
