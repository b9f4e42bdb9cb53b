import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '../../webpack/version-files.ts';

const fileName = 'dev-reload.js';

/**
 * Runs in the browser, in development only. Polls the page's HTML once a second and reloads when the revision of the
 * registry or the version of the shell in it has changed.
 */
const source = `
const stateOf = (html) => {
  // No DOMParser: the content security policy does not allow text as markup.
  const registry = /id="kinmel-registry">([^<]*)</.exec(html)?.[1] ?? '{}';
  const shell = [...html.matchAll(/<script[^>]* src="(\\/shell\\/[^"]*)"/g)].map(([, address]) => address);
  return JSON.stringify([JSON.parse(registry).revision, shell]);
};
let before;
setInterval(async () => {
  if (document.visibilityState === 'hidden') return;
  try {
    const response = await fetch(location.pathname, { headers: { accept: 'text/html' }, cache: 'no-store' });
    if (!response.ok) return;
    const now = stateOf(await response.text());
    if (before !== undefined && now !== before) location.reload();
    before = now;
  } catch {
    // The gateway is restarting.
  }
}, 1000);
`;

/** Adds the reload script to a development build of the shell, which must be signed after it. Idempotent. */
export async function addReloadScript(shellVersionFolder: string): Promise<void> {
  const pagePath = join(shellVersionFolder, 'index.html');
  const listPath = join(shellVersionFolder, 'shell.json');
  const page = await readFile(pagePath, 'utf8');
  if (page.includes(fileName)) return;
  const list = JSON.parse(await readFile(listPath, 'utf8'));
  const integrity = integrityOf(Buffer.from(source));
  list.files[fileName] = { integrity, bytes: Buffer.byteLength(source) };
  await writeFile(join(shellVersionFolder, fileName), source);
  const tag = `<script defer src="/shell/${list.version}/${fileName}" integrity="${integrity}" crossorigin="anonymous"></script>`;
  const html = Buffer.from(page.replace('</head>', `${tag}\n</head>`));
  await writeFile(pagePath, html);
  list.page = { integrity: integrityOf(html), bytes: html.length };
  await writeFile(listPath, JSON.stringify(list, null, 2));
}
