import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileName = 'dev-reload.js';

/**
 * Runs in the browser, in development only. It asks for the page's own HTML once a second: the revision of the
 * registry and the version of the shell stand in it, so that a change of either reloads the page, and a gateway
 * that is just restarting is simply asked again.
 */
const source = `
const stateOf = (html) => {
  // No DOMParser: the content security policy takes no text for markup.
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

/** Adds the reload script to a build of the shell in a development stack; a second call changes nothing. */
export async function addReloadScript(shellVersionFolder: string): Promise<void> {
  const pagePath = join(shellVersionFolder, 'index.html');
  const listPath = join(shellVersionFolder, 'shell.json');
  const page = await readFile(pagePath, 'utf8');
  if (page.includes(fileName)) return;
  const list = JSON.parse(await readFile(listPath, 'utf8'));
  const integrity = `sha384-${createHash('sha384').update(source).digest('base64')}`;
  list.files[fileName] = { integrity, bytes: Buffer.byteLength(source) };
  await writeFile(join(shellVersionFolder, fileName), source);
  await writeFile(listPath, JSON.stringify(list, null, 2));
  const tag = `<script defer src="/shell/${list.version}/${fileName}" integrity="${integrity}" crossorigin="anonymous"></script>`;
  await writeFile(pagePath, page.replace('</head>', `${tag}\n</head>`));
}
