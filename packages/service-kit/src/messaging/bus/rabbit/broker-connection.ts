import { type ChannelModel, connect, type RecoveringChannelModel } from 'amqplib';
import type { BusSettings } from './bus-settings.ts';

/**
 * A connection that comes back by itself and runs `setup` each time that it does. Resolves at once, also while the
 * broker is away.
 */
export async function connectBroker(
  settings: BusSettings,
  purpose: string,
  setup: (model: ChannelModel) => Promise<void>,
): Promise<RecoveringChannelModel> {
  const { logger } = settings;
  const url = new URL(settings.url);
  // amqplib takes the heartbeat from the address only; as a socket option it is silently ignored (M-8).
  url.searchParams.set('heartbeat', String(settings.heartbeatSeconds));
  const model = await connect(url.href, {
    timeout: 5_000,
    noDelay: true,
    clientProperties: { connection_name: `${settings.service} ${purpose}` },
    recovery: {
      initialDelay: 200,
      maxDelay: settings.reconnectMaxDelayMs,
      factor: 2,
      jitter: 0.5,
      waitForConnect: false,
      setup,
    },
  });
  model.on('error', (error) => logger.warn({ err: error, purpose }, 'broker connection error'));
  model.on('disconnect', () => logger.warn({ purpose }, 'broker disconnected'));
  let failures = 0;
  model.on('connect-failed', (error: unknown) => {
    failures += 1;
    // Once when it begins and about once a minute while it lasts, not several times a second.
    if (failures % 20 !== 1) return;
    const reason = error instanceof Error ? error.message : 'unknown';
    logger.warn({ reason, failures, purpose }, 'broker not reachable');
  });
  model.on('connect', () => {
    failures = 0;
    logger.info({ purpose }, 'broker connected');
  });
  return model;
}

/**
 * Tells whether a fresh connection has ended. Until amqplib takes it over nobody listens on it, and a socket error
 * would end the process.
 */
export function watchModel(model: ChannelModel, onClose: () => void): () => boolean {
  let isLost = false;
  model.on('error', () => undefined);
  model.on('close', () => {
    isLost = true;
    onClose();
  });
  return () => isLost;
}
