import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteBuild } from '@kinmel/contracts';
import { integrityOf, openRegistry } from '@kinmel/gateway/registry';
import type { Stack } from '@kinmel/tooling/stack';
import type { Figure } from '../measure/figure.ts';
import { record } from '../measure/floor/floor.ts';
import { untilInForce } from '../measure/registry.ts';

const added = 10;

async function htmlBytes(stack: Stack): Promise<number> {
  const [page] = await record(`http://127.0.0.1:${stack.ports.gateway}`, ['/']);
  return page?.body.length ?? 0;
}

/** Row 16: what the home page's HTML grows by, brotli, for each registered remote that it does not show. */
export async function registeredRemotes(stack: Stack): Promise<Figure> {
  const registry = openRegistry({
    registryFolder: stack.folders.registry,
    remotesFolder: stack.folders.remotes,
  });
  const current = await registry.current();
  const source = current?.active['mfe-cart-checkout']?.version ?? '';
  const before = await htmlBytes(stack);
  let revision = current?.revision ?? 0;
  const names = Array.from({ length: added }, (_, index) => `mfe-unused-${String.fromCharCode(97 + index)}`);
  for (const name of names) {
    const folder = join(stack.folders.remotes, name, source);
    await cp(join(stack.folders.remotes, 'mfe-cart-checkout', source), folder, { recursive: true });
    const file = join(folder, 'version.json');
    const build = JSON.parse(await readFile(file, 'utf8')) as RemoteBuild;
    build.declaration = {
      ...build.declaration,
      name,
      pages: [{ path: `/${name}`, title: name, firstData: [] }],
      widgets: [],
    };
    // Classes carry the name of their remote; others are refused.
    for (const [style, built] of Object.entries(build.files).filter(([each]) => each.endsWith('.css'))) {
      const css = (await readFile(join(folder, style), 'utf8')).replaceAll(
        'mfe_cart_checkout-',
        `${name.replaceAll('-', '_')}-`,
      );
      await writeFile(join(folder, style), css);
      build.files[style] = { ...built, integrity: integrityOf(Buffer.from(css)) };
    }
    await rm(file);
    await writeFile(`${file}.new`, JSON.stringify(build));
    await rename(`${file}.new`, file);
    const next = await registry.activate({
      remote: name,
      version: source,
      expectedRevision: revision,
      action: 'deploy',
    });
    revision = next.revision;
  }
  await untilInForce(stack, revision);
  const after = await htmlBytes(stack);
  return {
    row: '16 registered remote that the page does not use',
    value: (after - before) / added / 1024,
    unit: 'KB',
    gate: 1,
    goal: 0.3,
    isExact: true,
    remark: `HTML of home, brotli: ${before} bytes, ${after} with ${added} more remotes; 0 bytes of their JavaScript (e2e/counts)`,
  };
}
