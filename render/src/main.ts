import { readConfig, runService } from '@kinmel/service-kit';
import { renderConfigSchema } from './config.ts';
import { createRenderProcess } from './render-process.ts';

await runService({
  name: 'render',
  start: async ({ logger, metrics }) => {
    const config = readConfig(renderConfigSchema);
    // The launcher, Compose or Kubernetes restarts the process, without anything that the rolled back version left in
    // memory.
    const endProcess = () => process.kill(process.pid, 'SIGTERM');
    const { listener, ready, stop } = createRenderProcess(config, logger, metrics.registry, endProcess);
    return { app: listener, port: config.RENDER_PORT, ready, stop };
  },
});
