import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

// Node reads TypeScript by itself, but not JSX. Mails are components, so a service that runs from its source needs this:
// node --import ./tooling/src/launcher/services/tsx-hook.mjs services/notification/src/main.ts
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    // Read by Node itself, which so learns what `--watch` has to watch.
    const { source } = nextLoad(url, { ...context, format: 'module' });
    const { code } = transformSync(String(source), {
      loader: 'tsx',
      format: 'esm',
      jsx: 'automatic',
      target: 'node24',
      sourcemap: 'inline',
      sourcefile: fileURLToPath(url),
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
