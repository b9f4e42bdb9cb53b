import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegistry } from '@kinmel/gateway/registry';
import { checkoutFolder, type Stack } from '@kinmel/tooling/stack';
import { buildRemote } from '@kinmel/tooling/webpack';
import { untilInForce } from './registry.ts';

/** The tiny remote of the build's tests. */
export const sample = join(checkoutFolder, 'tooling/src/webpack/testing/mfe-tiny');

export const writeDeclaration = (folder: string, name: string, declaration: object) =>
  writeFile(
    join(folder, name, 'remote.json'),
    JSON.stringify({ name, owner: 'bench', contractVersion: 1, requiredRole: 'public', ...declaration }),
  );

/** The tiny remote under another name, with one page at `/<name>` and one widget of its own. */
export async function writeTinyRemote(
  folder: string,
  name: string,
  {
    title = name,
    widget,
    preloadOn = [],
  }: { readonly title?: string; readonly widget: string; readonly preloadOn?: readonly string[] },
): Promise<void> {
  await cp(sample, join(folder, name), { recursive: true });
  const widgets = join(folder, name, 'src/widgets');
  await rename(join(widgets, 'greeting.tsx'), join(widgets, `${widget}.tsx`));
  await writeDeclaration(folder, name, {
    pages: [{ path: `/${name}`, title }],
    widgets: [{ name: widget, preloadOn }],
  });
  await writeFile(
    join(folder, name, 'src/remote.tsx'),
    `
import { defineRemote, lazyPage } from '@kinmel/web-kit';
export const remote = defineRemote({
  contract: 1,
  pages: { '/${name}': lazyPage(() => import('./tiny-page.tsx')) },
});
export default remote;
`,
  );
}

/** Builds remotes from sources that `write` puts into a folder each, and makes them active; answers when the gateway has them. */
export async function deployGenerated(
  stack: Stack,
  names: readonly string[],
  write: (folder: string) => Promise<void>,
): Promise<void> {
  // In the checkout, so that the shop's own packages are found.
  const folder = await mkdtemp(join(checkoutFolder, 'bench/.remotes-'));
  try {
    await write(folder);
    const registry = openRegistry({
      registryFolder: stack.folders.registry,
      remotesFolder: stack.folders.remotes,
    });
    for (const name of names) {
      const { build } = await buildRemote(name, {
        folder: join(folder, name),
        remotesFolder: stack.folders.remotes,
      });
      const { revision = 0 } = (await registry.current()) ?? {};
      await registry.activate({
        remote: name,
        version: build.version,
        expectedRevision: revision,
        action: 'deploy',
      });
    }
    await untilInForce(stack, (await registry.current())?.revision ?? 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
