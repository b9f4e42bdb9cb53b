import type { ShellBuild } from '@kinmel/contracts';
import { floorText } from './browser-floor.ts';
import { earlyInputScript } from './early-input-script.ts';
import { foreignChangesScript } from './foreign-changes-script.ts';
import { contentVersion } from './version-files.ts';

type PageParts = Pick<ShellBuild, 'files' | 'scripts' | 'styles' | 'fonts'>;

/** Hashes of files that the shell loads later. */
function integrityOfLaterFiles({ files, scripts, styles }: PageParts): Record<string, string> {
  const firstFiles = new Set([...scripts, ...styles]);
  const laterFiles = Object.entries(files).filter(
    ([file]) => /\.(js|css)$/.test(file) && !firstFiles.has(file),
  );
  return Object.fromEntries(laterFiles.map(([file, { integrity }]) => [file, integrity]));
}

/**
 * The HTML template of the gateway. Preloads replace the first of the two `meta` elements, data blocks the second.
 * Elements, because tools may drop comments.
 */
export function shellPage(build: PageParts & Pick<ShellBuild, 'version'>): string {
  const base = `/shell/${build.version}/`;
  // Files under development have no integrity hash.
  const integrityAttributes = (file: string) => {
    const { integrity } = build.files[file] ?? {};
    return integrity === undefined ? '' : ` integrity="${integrity}" crossorigin="anonymous"`;
  };
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
    `<link rel="apple-touch-icon" href="${base}apple-touch-icon.png">`,
    ...build.fonts.map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" href="${base}${file}" crossorigin="anonymous">`,
    ),
    ...build.styles.map(
      (file) => `<link rel="stylesheet" href="${base}${file}"${integrityAttributes(file)}>`,
    ),
    '<meta name="kinmel-head">',
    ...build.scripts.map(
      (file) => `<script defer src="${base}${file}"${integrityAttributes(file)}></script>`,
    ),
    '</head>',
    '<body>',
    `<p id="kinmel-below-floor" class="type-label" role="alert" hidden>This browser is too old for the cart, for signing in and for forms. Lists, products and search can be read. Update it, or use ${floorText}, or a newer one.</p>`,
    `<script>${earlyInputScript}</script>`,
    '<div id="app"></div>',
    `<script>${foreignChangesScript}</script>`,
    '<noscript><p>Without JavaScript you can look around: lists, products and search work. The cart, signing in and all forms need it.</p></noscript>',
    `<script type="application/json" id="kinmel-shell">${JSON.stringify({ folder: base, integrity: integrityOfLaterFiles(build) })}</script>`,
    '<meta name="kinmel-body">',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** The version also depends on the HTML, so that a change of the HTML alone is deployed. */
export const shellVersion = (
  packageVersion: string,
  build: PageParts & Pick<ShellBuild, 'offers' | 'server' | 'declaration' | 'pacts'>,
): string =>
  contentVersion(packageVersion, build.files, {
    declaration: build.declaration,
    offers: build.offers,
    server: build.server,
    pacts: build.pacts,
    page: shellPage({ ...build, version: '' }),
  });
