import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { checkoutFolder } from '../launcher/stack.ts';

/** 4 KB, the most that the session may add to the shell, brotli. */
const mostBytes = 4096;

it('the session adds at most 4 KB of code to the shell, what comes with a sign-in included', async () => {
  const folder = join(checkoutFolder, 'packages/web-kit/src/session');
  const { outputFiles } = await build({
    stdin: {
      contents: ['running-session', 'session', 'session.slice', 'return-address']
        .map((name) => `export * from './${name}.ts';`)
        .join('\n'),
      resolveDir: folder,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    plugins: [
      {
        name: 'the session alone',
        setup(bundler) {
          // What lies outside its folder is in the shell anyway.
          bundler.onResolve({ filter: /^(\.\.\/|[^.])/ }, ({ path, kind }) =>
            kind === 'entry-point' ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  const bytes = brotliCompressSync(outputFiles[0]?.contents ?? '').length;
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(mostBytes);
});
