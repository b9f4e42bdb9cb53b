import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteBuild } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import { integrityOf } from '../registry/build-files.ts';

/** A style that names other files by where it lies, or that could end its element, is not moved into a page. */
const styleInPage = (style: string): string | undefined => (/url\(|<[/!]/i.test(style) ? undefined : style);

/**
 * A manifest without the styles of its modules: chunks bring theirs, and where a page has them already the federation runtime
 * would ask for them once more. The build indents it; the page need not.
 */
function manifestInPage(text: string): string {
  const manifest = JSON.parse(text) as { exposes?: { assets?: { css?: unknown } }[] };
  for (const { assets } of manifest.exposes ?? []) if (assets?.css) assets.css = { sync: [], async: [] };
  return JSON.stringify(manifest);
}

export interface PageFilesOptions {
  readonly remotesFolder: string;
  readonly logger: Logger;
}

/** The files of remotes that stand in pages as text, read once while shell and registry stay as they are. */
export class PageFiles {
  readonly #options: PageFilesOptions;
  readonly #texts = new Map<string, string>();

  constructor(options: PageFilesOptions) {
    this.#options = options;
  }

  clear(): void {
    this.#texts.clear();
  }

  manifest(build: RemoteBuild): Promise<string | undefined> {
    return this.#text(build, build.manifest, manifestInPage);
  }

  /** Undefined: the browser has to ask for it. */
  style(build: RemoteBuild, file: string): Promise<string | undefined> {
    return this.#text(build, file, styleInPage);
  }

  /** The text of a build's file as it goes into pages, if it is still what was built. */
  async #text(
    build: RemoteBuild,
    file: string,
    prepare: (text: string) => string | undefined,
  ): Promise<string | undefined> {
    const { name } = build.declaration;
    const key = `${name}/${build.version}/${file}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    try {
      const bytes = await readFile(join(this.#options.remotesFolder, key));
      if (integrityOf(bytes) !== build.files[file]?.integrity) throw new Error('it is not what was built');
      const text = prepare(bytes.toString('utf8'));
      if (text !== undefined) this.#texts.set(key, text);
      return text;
    } catch (error) {
      this.#options.logger.error(
        { err: error, remote: name, version: build.version, file },
        'a file of a remote cannot be used in pages',
      );
      return undefined;
    }
  }
}
