import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

// Node runs TypeScript, but not JSX. Mails are components, so a service that runs from source needs this: node --import
// ./tooling/src/launcher/services/tsx-hook.mjs services/notification/src/main.ts
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    // Loaded by Node, so that `--watch` watches the file.
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
