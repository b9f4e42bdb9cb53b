import { readFileSync } from 'node:fs';
import { testFolder } from '@kinmel/testing/folder';
import { licenceTexts, packagesOfFiles, packagesWithDependencies, sbomOf } from './bundled-packages.ts';
import { exceptions, licenceFaults } from './licence-faults.ts';
import { writeLicences, writeSbom } from './write-notices.ts';

const { root, pathOf, write } = testFolder();

function install(path: string, fields: object, files: Readonly<Record<string, string>> = {}): void {
  write(`${path}/package.json`, JSON.stringify({ version: '1.0.0', ...fields }));
  for (const [file, text] of Object.entries(files)) write(`${path}/${file}`, text);
}

beforeEach(() => {
  const sha512 = Buffer.from('a hash').toString('base64');
  write(
    'package-lock.json',
    JSON.stringify({ packages: { 'node_modules/@shop/one': { integrity: `sha512-${sha512}` } } }),
  );
  install('node_modules/@shop/one', { name: '@shop/one', license: 'MIT' }, { LICENSE: 'Text of one' });
  install('node_modules/two', { name: 'two', licenses: [{ type: 'ISC' }], dependencies: { three: '2' } });
  install('node_modules/two/node_modules/three', { name: 'three', version: '2.0.0', license: 'GPL-3.0' });
  install('node_modules/three', { name: 'three', license: 'MIT' }, { 'README.md': 'About three' });
});

const bundledPackages = () =>
  packagesOfFiles([
    pathOf('node_modules/@shop/one/lib/a.js'),
    pathOf('node_modules/two/b.js'),
    pathOf('src/c.ts'),
    pathOf('node_modules/.federation/entry.js'),
  ]);

it('packages are found from the files of a bundle, without those of the shop', () => {
  expect(bundledPackages().map(({ name, version, licence }) => [name, version, licence])).toEqual([
    ['@shop/one', '1.0.0', 'MIT'],
    ['two', '1.0.0', 'ISC'],
  ]);
});

it('packages that are copied come with their own dependencies, and without those that are not installed', () => {
  const packages = packagesWithDependencies(root, ['two', 'of-another-platform']);
  expect(packages.map(({ name, version }) => `${name} ${version}`)).toEqual(['three 2.0.0', 'two 1.0.0']);
});

it('a version that is installed twice is listed once, and packages share a text', () => {
  install('node_modules/three/node_modules/two', { name: 'two', license: 'ISC' });
  const files = ['node_modules/two/b.js', 'node_modules/three/node_modules/two/b.js'];
  const installedTwice = packagesOfFiles(files.map((file) => pathOf(file)));
  expect(installedTwice).toHaveLength(2);
  expect(sbomOf(root, { name: 'kinmel-shop', version: '1.2.3' }, installedTwice).components).toHaveLength(1);
  install('node_modules/four', { name: 'four', license: 'MIT' }, { LICENSE: 'Text of one' });
  const text = licenceTexts([...bundledPackages(), ...packagesOfFiles([pathOf('node_modules/four/d.js')])]);
  expect(text).toContain('@shop/one 1.0.0 (MIT)\nfour 1.0.0 (MIT)\n\nText of one\n');
});

it('the list has each package with its licence and the text that it contains', () => {
  const text = licenceTexts([
    ...bundledPackages(),
    ...packagesOfFiles([pathOf('node_modules/three/index.js')]),
  ]);
  expect(text).toContain('@shop/one 1.0.0 (MIT)\n\nText of one');
  expect(text).toContain('two 1.0.0 (ISC)');
  expect(text).toContain('three 1.0.0 (MIT)\n\nAbout three');
});

it('the SBOM is CycloneDX with package URLs, licences and the hashes of the lock file', () => {
  expect(sbomOf(root, { name: 'kinmel-shop', version: '1.2.3' }, bundledPackages())).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name: 'kinmel-shop', version: '1.2.3' } },
    components: [
      {
        type: 'library',
        purl: 'pkg:npm/%40shop/one@1.0.0',
        licenses: [{ expression: 'MIT' }],
        hashes: [{ alg: 'SHA-512', content: Buffer.from('a hash').toString('hex') }],
      },
      { purl: 'pkg:npm/two@1.0.0', hashes: [] },
    ],
  });
});

it.each(['GPL-3.0', 'AGPL-3.0-only', 'SEE LICENSE IN x', '', 'MIT AND GPL-2.0', '(GPL-2.0 OR LGPL-3.0)'])(
  'a package with the licence "%s" fails the build with its name',
  async (license) => {
    install('node_modules/planted', { name: 'planted', license });
    const forbidden = packagesOfFiles([pathOf('node_modules/planted/index.js')]);
    await expect(writeLicences(root, [...bundledPackages(), ...forbidden])).rejects.toThrow(
      'planted has the licence',
    );
  },
);

it.each(['MIT', 'MIT OR GPL-2.0', '(MIT AND Zlib)', '(WTFPL OR Apache-2.0)'])(
  'a package with the licence "%s" is allowed',
  (licence) => expect(licenceFaults([{ name: 'any', licence }])).toEqual([]),
);

it('an exception has a reason, and is for one licence', () => {
  for (const { reason } of exceptions) expect(reason).toMatch(/\w{3,} \w+/);
  expect(licenceFaults([{ name: '@img/sharp-libvips-linux-x64', licence: 'LGPL-3.0-or-later' }])).toEqual([]);
  expect(licenceFaults([{ name: '@img/sharp-libvips-linux-x64', licence: 'GPL-3.0' }])).toHaveLength(1);
});

it('both files are written beside the bundle', async () => {
  await writeLicences(root, bundledPackages());
  await writeSbom(root, root, { name: 'kinmel-shop', version: '1.2.3' }, bundledPackages());
  expect(readFileSync(pathOf('licences.txt'), 'utf8')).toContain('Text of one');
  expect(JSON.parse(readFileSync(pathOf('sbom.cdx.json'), 'utf8')).components).toHaveLength(2);
});
