import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteBuild } from '@kinmel/contracts';
import { createLogger } from '@kinmel/service-kit';
import { catalogDeclaration, type Folders, makeFolders, writeRemote } from '../../testing/remote-folder.ts';
import { createPageFiles } from './page-files.ts';

const style = 'remote.11111111.css';
let folders: Folders;
let build: RemoteBuild;
let files: ReturnType<typeof createPageFiles>;
let lines: string[];

beforeEach(async () => {
  folders = await makeFolders();
  build = await writeRemote(folders, catalogDeclaration, '1.0.0');
  lines = [];
  const logger = createLogger({
    service: 'gateway',
    level: 'error',
    destination: { write: (line) => lines.push(line) },
  });
  files = createPageFiles(folders.remotesFolder, logger);
});

afterEach(() => folders.remove());

const pathOf = (file: string) => join(folders.remotesFolder, 'mfe-catalog', '1.0.0', file);

describe('an inlined file of a remote', () => {
  it('is the built file', async () => {
    expect(await files.style(build, style)).toBe('.mfe_catalog-remote { color: red }');
    expect(JSON.parse((await files.manifest(build)) ?? '')).toMatchObject({ id: 'mfe-catalog' });
    expect(lines).toEqual([]);
  });

  it('is left out when it was changed after the build, which is logged', async () => {
    await appendFile(pathOf(style), '.mfe_catalog-more { color: red }');
    await writeFile(pathOf('mf-manifest.json'), '{"id":"mfe-catalog","name":"other"}');
    expect(await files.style(build, style)).toBeUndefined();
    expect(await files.manifest(build)).toBeUndefined();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        remote: 'mfe-catalog',
        version: '1.0.0',
        file: style,
        err: { message: 'its content differs from the build' },
      },
      { file: 'mf-manifest.json' },
    ]);
  });

  it('is left out when the build does not list it, and read again once it is complete', async () => {
    await writeFile(pathOf('other.css'), '.mfe_catalog-other { color: red }');
    expect(await files.style(build, 'other.css')).toBeUndefined();
    expect(await files.style(build, 'missing.css')).toBeUndefined();
    await writeFile(pathOf(style), 'x');
    expect(await files.style(build, style)).toBeUndefined();
    await writeRemote(folders, catalogDeclaration, '1.0.0');
    expect(await files.style(build, style)).toBe('.mfe_catalog-remote { color: red }');
  });

  it('is left out when it could end its element or has relative addresses', async () => {
    const unusableFiles = {
      'a.css': '.mfe_catalog-a { background: url(a.png) }',
      'b.css': '</style><script>',
    };
    build = await writeRemote(folders, catalogDeclaration, '1.0.0', () => undefined, unusableFiles);
    for (const file of Object.keys(unusableFiles)) expect(await files.style(build, file)).toBeUndefined();
    expect(lines).toEqual([]);
  });
});
