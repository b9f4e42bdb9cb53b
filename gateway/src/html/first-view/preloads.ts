import { pictureWidths, type RemoteBuild, type RemotePage } from '@kinmel/contracts';
import { element } from './markup.ts';

interface NeededFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const noFiles: NeededFiles = { scripts: [], styles: [] };

/** Texts of styles that can be inlined; undefined for those that must be linked. */
export interface Styles {
  style(build: RemoteBuild, file: string): Promise<string | undefined>;
}

/**
 * Tags for the files of a remote that a first view needs, with their integrity hashes. `crossorigin` must
 * equal that of the runtime's own tags: a preload with another mode is not used, and the file is loaded
 * twice. Styles are preloaded and not linked, because a linked stylesheet blocks the first paint and the
 * shell's scripts: one hanging remote would block the whole shop. A chunk applies its style before it
 * renders. A server-rendered page has visible content before any script, so its styles are inlined
 * (`inlineStyles`), and its scripts load after the pictures.
 */
async function tagsOf(
  build: RemoteBuild,
  moduleFiles: readonly ModuleFiles[],
  inlineStyles: Styles | undefined,
) {
  const folder = `/remotes/${build.declaration.name}/${build.version}/`;
  const pin = (file: string) => ({ integrity: build.files[file]?.integrity, crossorigin: 'anonymous' });
  const unique = (files: readonly string[]) => [...new Set(files)];
  const styleOf = async (file: string) => {
    if (!inlineStyles)
      return element('link', { rel: 'preload', as: 'style', href: folder + file, ...pin(file) });
    const text = await inlineStyles.style(build, file);
    // The chunk finds the style by `data-href` and does not request it again.
    return text === undefined
      ? element('link', { rel: 'stylesheet', href: folder + file, 'data-href': file, ...pin(file) })
      : `${element('style', { 'data-href': file })}${text}</style>`;
  };
  return {
    styles: await Promise.all(unique(moduleFiles.flatMap(([, { styles }]) => styles)).map(styleOf)),
    scripts: unique([build.entry, ...moduleFiles.flatMap(([, { scripts }]) => scripts)]).map((file) =>
      element('link', {
        rel: 'preload',
        as: 'script',
        fetchpriority: inlineStyles ? 'low' : undefined,
        href: folder + file,
        ...pin(file),
      }),
    ),
  };
}

export interface FirstViewFiles {
  /** Tags for the head: styles first, then scripts, the landing remote's before the widgets'. */
  readonly tags: string;
  /** The builds whose manifests are inlined in the page. */
  readonly builds: readonly RemoteBuild[];
}

/** Files of a module or chunk, with its build. */
type ModuleFiles = readonly [build: RemoteBuild, files: NeededFiles];

interface Landing {
  readonly build: RemoteBuild;
  readonly page: RemotePage;
}

/** Preloads all files of a page's first view. */
export const firstViewFiles = (builds: readonly RemoteBuild[], landing: Landing): Promise<FirstViewFiles> =>
  tagsOfAll(filesOn(builds, landing), undefined);

/** Preloads for a rendered page: also the files of every widget in its HTML, which are hydrated at once. */
export function renderedFiles(
  builds: readonly RemoteBuild[],
  landing: Landing | undefined,
  html: string,
  inlineStyles: Styles,
): Promise<FirstViewFiles> {
  const renderedWidgets = new Set(
    [...html.matchAll(/ data-widget="([a-z/-]+)"/g)].map(([, name = '']) => name),
  );
  const widgetFiles = builds.flatMap((build) =>
    Object.entries(build.modules)
      .filter(([name]) => renderedWidgets.has(`${build.declaration.name}/${name}`))
      .map(([, files]): ModuleFiles => [build, files]),
  );
  return tagsOfAll([...(landing ? filesOn(builds, landing) : []), ...widgetFiles], inlineStyles);
}

/** The files of the page and of the widgets in its first view. */
const filesOn = (builds: readonly RemoteBuild[], { build, page }: Landing): readonly ModuleFiles[] => [
  [build, build.modules['remote'] ?? noFiles],
  [build, (page.chunk && build.chunks[page.chunk]) || noFiles],
  ...builds.flatMap((owner) =>
    owner.declaration.widgets
      .filter(({ preloadOn }) => preloadOn.includes('*') || preloadOn.includes(page.path))
      .map(({ name }): ModuleFiles => [owner, owner.modules[name] ?? noFiles]),
  ),
];

async function tagsOfAll(
  moduleFiles: readonly ModuleFiles[],
  inlineStyles: Styles | undefined,
): Promise<FirstViewFiles> {
  const byBuild = Map.groupBy(moduleFiles, ([build]) => build);
  const tags = await Promise.all(
    [...byBuild].map(([build, filesOfBuild]) => tagsOf(build, filesOfBuild, inlineStyles)),
  );
  return {
    tags: [...tags.flatMap(({ styles }) => styles), ...tags.flatMap(({ scripts }) => scripts)].join(''),
    builds: [...byBuild.keys()],
  };
}

/** The value at a path like `data.0.pictures.0`. */
function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

const pictureId = /^[a-z0-9][a-z0-9-]{2,63}$/;

function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return /^\/uploads\/([a-z0-9-]+)\/\d+\.(?:webp|avif)$/.exec(value)?.[1];
  const id = valueAt(value, 'id');
  return typeof id === 'string' && pictureId.test(id) ? id : undefined;
}

/**
 * Preloads the largest picture of the first view. Candidates and sizes equal those of the page's `<picture>`, so that
 * the browser chooses the same file both times.
 */
export function picturePreload(landing: {
  readonly build: RemoteBuild;
  readonly page: RemotePage;
  /** The answer to the first request of the page, as a JSON value. */
  readonly firstAnswer: unknown;
}): string {
  const { build, page, firstAnswer } = landing;
  const { picture } = page;
  if (!picture) return '';
  const preload = (type: string | undefined, imagesrcset: string) =>
    element('link', {
      rel: 'preload',
      as: 'image',
      fetchpriority: 'high',
      type,
      imagesrcset,
      imagesizes: picture.sizes,
    });
  const id = picture.fromData === undefined ? undefined : idOf(valueAt(firstAnswer, picture.fromData));
  if (id !== undefined)
    return preload(
      'image/avif',
      pictureWidths.map((width) => `/uploads/${id}/${width}.avif ${width}w`).join(', '),
    );
  const { files = [] } = picture;
  if (files.length === 0 || !files.every(({ file }) => build.files[file])) return '';
  const folder = `/remotes/${build.declaration.name}/${build.version}/`;
  const type = files.every(({ file }) => file.endsWith('.avif')) ? 'image/avif' : undefined;
  return preload(type, files.map(({ file, width }) => `${folder}${file} ${width}w`).join(', '));
}
