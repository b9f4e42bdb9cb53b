import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { mapsFolder } from './version-files.ts';

export interface VersionFolders {
  readonly remotesFolder: string;
  readonly shellsFolder: string;
}

/** A position in a built file as browsers write it, on any host. */
const positionPattern =
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

/** Replaces positions in built files by source positions; those without a source map stay. */
export async function resolveStack(text: string, folders: VersionFolders): Promise<string> {
  const maps = new Map<string, SourceMap | undefined>();
  const resolved: string[] = [];
  let end = 0;
  for (const match of text.matchAll(positionPattern)) {
    const [builtPosition, remote, version = '', script = '', line, column] = match;
    const folder = remote === undefined ? folders.shellsFolder : join(folders.remotesFolder, remote);
    const file = join(folder, version, mapsFolder, `${script}.map`);
    if (!maps.has(file)) maps.set(file, await readMap(file));
    // Stacks count from one, source maps from zero.
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    const position =
      entry && 'originalSource' in entry && entry.generatedLine === Number(line) - 1
        ? `${sourceOf(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
        : builtPosition;
    resolved.push(text.slice(end, match.index), position);
    end = match.index + builtPosition.length;
  }
  return resolved.join('') + text.slice(end);
}
