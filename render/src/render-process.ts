import { resolve } from 'node:path';
import type { Logger } from '@kinmel/service-kit';
import type { Registry } from 'prom-client';
import { createRenderListener } from './app.ts';
import type { RenderConfig } from './config.ts';
import { createRenderFigures } from './figures.ts';
import { Verdicts } from './sets/verdicts.ts';
import { VersionSets } from './sets/version-sets.ts';

/** Builds the render process from its configuration. */
export function createRenderProcess(
  config: RenderConfig,
  logger: Logger,
  registry: Registry,
  onRollback: () => void,
) {
  const verdicts = new Verdicts(logger);
  const figures = createRenderFigures(registry, {
    sets: () => sets.size,
    remotesWithOpenBreaker: () => verdicts.remotesWithOpenBreaker,
  });
  const sets: VersionSets = new VersionSets({
    files: {
      remotesFolder: resolve(config.REMOTES_FOLDER),
      shellsFolder: resolve(config.SHELLS_FOLDER),
      received: new Map(),
    },
    limits: {
      limitMs: config.RENDER_LIMIT_MS,
      megabytes: config.RENDER_MEGABYTES,
      processMegabytes: config.RENDER_PROCESS_MEGABYTES,
    },
    verdicts,
    figures,
    logger,
  });
  const ready = {};
  return {
    listener: createRenderListener({ sets, verdicts, figures, registry, logger, ready, onRollback }),
    ready,
    stop: async () => {
      await sets.stop();
      verdicts.close();
    },
  };
}
