import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { mapsFolder } from './version-files.ts';

export interface VersionFolders {
  readonly remotesFolder: string;
  readonly shellsFolder: string;
}

/** A place in a file of a version, as stacks of browsers write it; the name of the shop's host does not matter. */
const place =
  /(?:https?:\/\/[^\s/()]+)?\/(?:remotes\/(mfe-[a-z-]+)|shell)\/([0-9A-Za-z][0-9A-Za-z.-]*)\/([\w.-]+\.js)(?:\?[^:\s)]*)?:(\d+):(\d+)/g;

/** `webpack://mfe_catalog/./mfe-catalog/src/remote.tsx` → `mfe-catalog/src/remote.tsx` */
const sourceOf = (name: string) => name.replace(/^webpack:\/\/[^/]*\/(?:\.\/)?/, '');

async function readMap(file: string): Promise<SourceMap | undefined> {
  try {
    return new SourceMap(JSON.parse(await readFile(file, 'utf8')) as SourceMapPayload);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The text of an error with the lines of the sources in the place of those of built files; what has no map here stays. */
export async function resolveStack(text: string, folders: VersionFolders): Promise<string> {
  const maps = new Map<string, SourceMap | undefined>();
  const resolved: string[] = [];
  let end = 0;
  for (const found of text.matchAll(place)) {
    const [written, remote, version = '', script = '', line, column] = found;
    const folder = remote === undefined ? folders.shellsFolder : join(folders.remotesFolder, remote);
    const file = join(folder, version, mapsFolder, `${script}.map`);
    if (!maps.has(file)) maps.set(file, await readMap(file));
    // Stacks count from one, maps from zero.
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    const shown =
      entry && 'originalSource' in entry && entry.generatedLine === Number(line) - 1
        ? `${sourceOf(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
        : written;
    resolved.push(text.slice(end, found.index), shown);
    end = found.index + written.length;
  }
  return resolved.join('') + text.slice(end);
}
