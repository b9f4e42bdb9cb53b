import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty when the package names none. */
  readonly licence: string;
  readonly folder: string;
}

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  /** The deprecated field of old packages. */
  readonly licenses?: readonly { readonly type?: string }[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const packageFile = (folder: string): PackageFile =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Folders with a leading dot belong to tools, such as the modules that the federation plugin writes. */
const packageFolderPattern = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/.][^/]*)\//;

/** The packages of files below node_modules; other files are the shop's own. */
export function packagesOfFiles(files: Iterable<string>): BundledPackage[] {
  const folders = new Set([...files].flatMap((file) => packageFolderPattern.exec(file)?.[1] ?? []));
  return [...folders].map(describePackage).toSorted(byName);
}

/** The named packages, if installed, with all their dependencies. For packages that are copied instead of bundled. */
export function packagesWithDependencies(root: string, names: Iterable<string>): BundledPackage[] {
  const folders = new Set<string>();
  const add = (name: string, from: string) => {
    const folder = installedFolder(name, from, root);
    if (folder === undefined || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies, optionalDependencies } = packageFile(folder);
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(dependency, folder);
  };
  for (const name of names) add(name, root);
  return [...folders].map(describePackage).toSorted(byName);
}

/** Undefined for packages of other platforms, which are not installed. */
function installedFolder(name: string, from: string, root: string): string | undefined {
  const nested = join(from, 'node_modules', name);
  if (existsSync(join(nested, 'package.json'))) return nested;
  const shared = join(root, 'node_modules', name);
  return existsSync(join(shared, 'package.json')) ? shared : undefined;
}

function describePackage(folder: string): BundledPackage {
  const { name, version, license, licenses } = packageFile(folder);
  return { name, version, licence: license ?? licenses?.[0]?.type ?? '', folder };
}

const byName = (one: BundledPackage, other: BundledPackage) =>
  one.name < other.name || (one.name === other.name && one.version < other.version) ? -1 : 1;

const textFile = /^(licen[cs]e|copying|notice)/i;
/** Used when a package has no licence file. */
const readme = /^readme/i;

const titleOf = ({ name, version, licence }: BundledPackage) => `${name} ${version} (${licence})`;

/** Without duplicates: npm may install the same version in several folders. */
const distinct = (packages: readonly BundledPackage[]) =>
  [...new Map(packages.map((bundled) => [titleOf(bundled), bundled])).values()].toSorted(byName);

function textOf({ folder }: BundledPackage): string {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );
  const files = [textFile, readme]
    .map((pattern) => names.filter((file) => pattern.test(file)))
    .find(({ length }) => length > 0);
  return (files ?? []).map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}

/** The notices that licences require: each package with its version and licence, each text once. */
export function licenceTexts(packages: readonly BundledPackage[]): string {
  const packagesByText = Map.groupBy(distinct(packages), textOf);
  const parts = [...packagesByText].map(([text, packagesOfText]) =>
    [...packagesOfText.map(titleOf), '', text].join('\n'),
  );
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** A software bill of materials in CycloneDX 1.6, with the hashes of the lock file. */
export function sbomOf(
  root: string,
  part: { readonly name: string; readonly version: string },
  packages: readonly BundledPackage[],
) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages?: Readonly<Record<string, { readonly integrity?: string }>>;
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...part } },
    components: distinct(packages).map(({ name, version, licence, folder }) => {
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
      const [algorithm, hash = ''] = lock.packages?.[relative(root, folder)]?.integrity?.split('-') ?? [];
      return {
        type: 'library',
        'bom-ref': purl,
        name,
        version,
        purl,
        licenses: licence === '' ? [] : [{ expression: licence }],
        hashes:
          algorithm === 'sha512'
            ? [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }]
            : [],
      };
    }),
  };
}
