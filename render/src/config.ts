import { portOf, serviceConfigShape, wholeNumber } from '@kinmel/service-kit';
import { z } from 'zod';

const { NODE_ENV, LOG_LEVEL, HOST, DRAIN_WAIT_MS } = serviceConfigShape;

/** Environment variables of the render process, described in README.md. */
export const renderConfigSchema = z.object({
  NODE_ENV,
  LOG_LEVEL,
  HOST,
  DRAIN_WAIT_MS,
  RENDER_PORT: portOf('render'),
  RENDER_LIMIT_MS: wholeNumber(2000, 50, 60_000),
  RENDER_MEGABYTES: wholeNumber(128, 16, 4096),
  RENDER_PROCESS_MEGABYTES: wholeNumber(640, 64, 16_384),
  REMOTES_FOLDER: z.string().default('.kinmel/remotes'),
  SHELLS_FOLDER: z.string().default('.kinmel/shell'),
});

export type RenderConfig = z.output<typeof renderConfigSchema>;
