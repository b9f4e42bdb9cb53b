import type { ShellBuild } from '@kinmel/contracts';
import { earlyInputScript } from './early-input-script.ts';
import { contentVersion } from './version-files.ts';

/** What the page names of a build. */
type PageParts = Pick<ShellBuild, 'files' | 'scripts' | 'styles' | 'fonts'>;

/** The hashes of what the shell itself loads later, when a shopper first needs it. */
function laterPins({ files, scripts, styles }: PageParts): Record<string, string> {
  const atOnce = new Set([...scripts, ...styles]);
  const later = Object.entries(files).filter(([file]) => /\.(js|css)$/.test(file) && !atOnce.has(file));
  return Object.fromEntries(later.map(([file, { integrity }]) => [file, integrity]));
}

/**
 * The page that the gateway fills in. The two `meta` elements are its marks: preloads go to the first, data blocks
 * to the second. Elements, because a comment may be dropped by tools on the way.
 */
export function shellPage(build: PageParts & Pick<ShellBuild, 'version'>): string {
  const base = `/shell/${build.version}/`;
  const pinned = (file: string) => `integrity="${build.files[file]?.integrity}" crossorigin="anonymous"`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<title>Kinmel</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="description" content="Buy, sell, repair and book phones and gadgets in one place.">',
    '<meta name="theme-color" content="#ffffff">',
    `<link rel="icon" type="image/svg+xml" href="${base}icon.svg">`,
    ...build.fonts.map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" href="${base}${file}" crossorigin="anonymous">`,
    ),
    ...build.styles.map((file) => `<link rel="stylesheet" href="${base}${file}" ${pinned(file)}>`),
    '<meta name="kinmel-head">',
    ...build.scripts.map((file) => `<script defer src="${base}${file}" ${pinned(file)}></script>`),
    '</head>',
    '<body>',
    `<script>${earlyInputScript}</script>`,
    '<div id="app"></div>',
    '<noscript><p>Without JavaScript you can look around: lists, products and search work. The cart, signing in and all forms need it.</p></noscript>',
    `<script type="application/json" id="kinmel-shell">${JSON.stringify({ folder: base, integrity: laterPins(build) })}</script>`,
    '<meta name="kinmel-body">',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/**
 * The name of a build by all that it is made of. The page is no file of the build's own list, and a change of it alone is another
 * version, too: under the old name it would be there already, and nobody would get it.
 */
export const shellVersion = (
  packageVersion: string,
  build: PageParts & Pick<ShellBuild, 'offers' | 'server'>,
): string =>
  contentVersion(packageVersion, build.files, {
    offers: build.offers,
    server: build.server,
    page: shellPage({ ...build, version: '' }),
  });
