import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { createLogger, createMemoryBus, type WireEvent } from '@kinmel/service-kit';
import { startChangeFeed } from '../response-cache/change-feed.ts';
import { serveGateway } from '../serve-gateway.ts';
import { type GatewaySettings, gatewaySettings } from '../settings.ts';
import { deploy, type Folders, makeFolders, writeShell } from './remote-folder.ts';
import { sendJson, startStub } from './stub-service.ts';

const envelope = {
  eventId: '00000000-0000-4000-8000-000000000000',
  version: 1,
  aggregateVersion: 1,
  occurredAt: '2026-01-01T00:00:00.000Z',
  data: {},
};

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  json(): unknown;
}

type SettingChanges = { readonly [Name in keyof GatewaySettings]?: Partial<GatewaySettings[Name]> };

interface GatewayOptions {
  readonly env?: Record<string, string>;
  /** Changed settings; nested objects are merged. */
  readonly settings?: SettingChanges;
  readonly folders?: Folders;
  readonly isFeedStarted?: boolean;
}

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>;

/** The gateway as it runs, on a free port, with real files and stub services. */
export async function startGateway(options: GatewayOptions = {}) {
  const folders = options.folders ?? (await makeFolders());
  if (!options.folders) {
    await writeShell(folders);
    await deploy(folders, 'shell', 's1');
  }
  const catalog = await startStub((req, res) =>
    sendJson(req, res, { success: true, data: [], from: 'catalog' }),
  );
  const order = await startStub((req, res) => sendJson(req, res, { success: true, data: {}, from: 'order' }));
  const logLines: string[] = [];
  const logger = createLogger({
    service: 'gateway',
    level: 'debug',
    destination: { write: (line) => logLines.push(line) },
  });
  const env = {
    NODE_ENV: 'test',
    CATALOG_URL: catalog.url,
    ORDER_URL: order.url,
    REMOTES_FOLDER: folders.remotesFolder,
    REGISTRY_FOLDER: folders.registryFolder,
    SHELLS_FOLDER: folders.shellsFolder,
    REGISTRY_KEYS_FILE: folders.publicKeysFile,
    ...options.env,
  };
  const { circuit, reads, limits, ...settings } = options.settings ?? {};
  const { url, context, server, stop } = await serveGateway(env, logger, {
    ...settings,
    circuit: { ...gatewaySettings.circuit, ...circuit },
    reads: { ...gatewaySettings.reads, ...reads },
    limits: { ...gatewaySettings.limits, ...limits },
  });
  const bus = createMemoryBus();
  if (options.isFeedStarted !== false) await startChangeFeed(bus, context.responseCache, logger);
  const announce = (event: Pick<WireEvent, 'type' | 'aggregateId'>) =>
    void bus.announce({ ...envelope, ...event });
  const port = Number(new URL(url).port);

  const send = (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer } = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port, method, path, headers, agent: false },
        (incoming) => {
          const { statusCode: status = 0, headers: responseHeaders } = incoming;
          buffer(incoming)
            .then((body) => {
              const bodyText = body.toString('utf8');
              const json = () => JSON.parse(bodyText) as unknown;
              resolve({ status, headers: responseHeaders, body, text: bodyText, json });
            })
            .catch(reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  return {
    url,
    port,
    folders,
    catalog,
    order,
    /** Sends events to the listeners of the bus. */
    feed: { announce, disconnect: () => bus.disconnect(), reconnect: () => bus.reconnect() },
    context,
    server,
    logLines,
    send,
    get: (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers }),
    /** Sends bytes on a bare socket. Resolves with everything received until the gateway closed it. */
    raw: (bytes: string) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      return text(socket);
    },
    stop: async () => {
      await stop();
      await catalog.kill();
      await order.kill();
      await folders.remove();
    },
  };
}

/** The JSON block of that name in a page; undefined where there is none. */
export function blockOf({ text }: Answer, name: string): unknown {
  const json = new RegExp(`id="kinmel-${name}">([^<]*)<`).exec(text)?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}

/** Resolves once the condition holds; the test's own time limit ends the wait. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
