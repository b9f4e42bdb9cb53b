import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteBuild } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import { integrityOf } from '../../registry/versions/build-files.ts';

/** A style is not inlined when it has relative addresses or could end its element. */
const styleInPage = (style: string): string | undefined => (/url\(|<[/!]/i.test(style) ? undefined : style);

/**
 * Removes the styles of modules from a manifest: chunks load their own, and the federation runtime would request them
 * again where a page has inlined them. Also removes the indentation.
 */
function manifestInPage(text: string): string {
  const manifest = JSON.parse(text) as { exposes?: { assets?: { css?: unknown } }[] };
  for (const { assets } of manifest.exposes ?? []) if (assets?.css) assets.css = { sync: [], async: [] };
  return JSON.stringify(manifest);
}

/** Files of remotes that are inlined in pages. Cached until the shell or the registry changes. */
export function createPageFiles(remotesFolder: string, logger: Logger) {
  const texts = new Map<string, string>();

  /** The prepared text of a file if its hash is that of the build. */
  async function textOf(build: RemoteBuild, file: string, prepare: (text: string) => string | undefined) {
    const { name } = build.declaration;
    const key = `${name}/${build.version}/${file}`;
    const cachedText = texts.get(key);
    if (cachedText !== undefined) return cachedText;
    try {
      const bytes = await readFile(join(remotesFolder, key));
      if (integrityOf(bytes) !== build.files[file]?.integrity)
        throw new Error('its content differs from the build');
      const text = prepare(bytes.toString('utf8'));
      if (text !== undefined) texts.set(key, text);
      return text;
    } catch (error) {
      logger.error(
        { err: error, remote: name, version: build.version, file },
        'a file of a remote cannot be used in pages',
      );
      return undefined;
    }
  }

  return {
    clear: () => texts.clear(),
    manifest: (build: RemoteBuild) => textOf(build, build.manifest, manifestInPage),
    /** Undefined when it cannot be inlined. */
    style: (build: RemoteBuild, file: string) => textOf(build, file, styleInPage),
  };
}
