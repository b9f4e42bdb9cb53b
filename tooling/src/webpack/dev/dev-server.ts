import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Registry, type RegistryEntry, registrySchema } from '@kinmel/contracts';
import { registryEntry } from '@kinmel/gateway/registry';
import express, { type Request, type Response } from 'express';
import {
  createProxyMiddleware,
  type Options as ProxyOptions,
  responseInterceptor,
} from 'http-proxy-middleware';
import webpack, { type Configuration, type MultiStats } from 'webpack';
import devMiddleware from 'webpack-dev-middleware';
import { firstFiles, iconsFolder } from '../build-shell.ts';
import { stateFolder } from '../paths.ts';
import { readDeclaration, remoteConfig } from '../remote-config.ts';
import { shellConfig } from '../shell-config.ts';
import { shellPage } from '../shell-page.ts';
import { shopProxy } from './other-shop.ts';
import { ownPagesOnly } from './own-pages-only.ts';

/** Replaces the version in addresses of files under development. */
const version = 'development';
const mode = 'development';
const developmentAddress = /^\/(shell|remotes\/[^/]+)\/development\/|^\/hot-updates$/;
const registryAddress = '/remotes/registry.json';

interface DevServerOptions {
  /** Package folders of the remotes under development, by name. */
  remotes: Readonly<Record<string, string>>;
  /** The gateway of a running shop, which answers everything else; without one all pages are `entry`. */
  upstream?: string;
  /** Whether the shop is another installation, not the one on this machine. */
  isElsewhere?: boolean;
  port: number;
  /** The address for browsers, by default on this machine. */
  publicUrl?: string | undefined;
  /** Set when the API has another host than the shell. */
  entry?: string;
}

export type DevServer = ReturnType<typeof startDevServer>;

function entryOf(folder: string): RegistryEntry {
  const entry = 'remoteEntry.js';
  // The entry replaces the manifest, which would list files of earlier updates.
  return {
    ...registryEntry({ declaration: readDeclaration(folder), version, entry, manifest: entry, files: {} }),
    integrity: {},
    development: true,
  };
}

/** The registry of the running shop, with the remotes under development instead of the deployed ones. */
function withOwnRemotes(registry: Registry, remotes: DevServerOptions['remotes']): Registry {
  const ownEntries = Object.entries(remotes)
    .map(([name, folder]) => [name, entryOf(folder)] as const)
    // A staff remote stays hidden from visitors: the shop's registry has it only for staff.
    .filter(([name, { requiredRole }]) => requiredRole === 'public' || registry.remotes[name]);
  return { ...registry, remotes: { ...registry.remotes, ...Object.fromEntries(ownEntries) } };
}

/** The shell in the packed tooling, which has no sources of it (`outside/pack.ts`). */
const packedShell = join(import.meta.dirname, '../../../development-shell');
const isPacked = existsSync(packedShell);
/** The first files of the shell, in that folder. */
export const firstFilesName = 'first-files.json';

function filesOfShell({ stats: [shell] }: MultiStats): ReturnType<typeof firstFiles> {
  if (isPacked) return JSON.parse(readFileSync(join(packedShell, firstFilesName), 'utf8'));
  if (!shell) throw new Error('The shell is not built');
  return firstFiles(shell);
}

/** The HTML of every page; pages under development are rendered in the browser. */
function pageOf(stats: MultiStats, registry: Registry): string {
  const block = JSON.stringify(registry).replaceAll('<', '\\u003c');
  return shellPage({ version, files: {}, ...filesOfShell(stats), fonts: [] }).replace(
    '<meta name="kinmel-body">',
    () => `<script type="application/json" id="kinmel-registry">${block}</script>`,
  );
}

const registryBlock = /id="kinmel-registry">([^<]*)</;

/** Pages and registry of the running shop, adapted to the shell and the remotes under development. */
function pagesOf(
  shop: ProxyOptions<Request, Response>,
  remotes: DevServerOptions['remotes'],
  built: () => Promise<MultiStats>,
) {
  const answer = responseInterceptor<Request, Response>(async (bytes, _answer, { url }, res) => {
    const text = bytes.toString('utf8');
    const registryText = url === registryAddress ? text : registryBlock.exec(text)?.[1];
    // Not a page of the shell: a document of a service, or an error response.
    if (registryText === undefined) return bytes;
    const registry = withOwnRemotes(registrySchema.parse(JSON.parse(registryText)), remotes);
    res.removeHeader('etag');
    res.setHeader('cache-control', 'no-store');
    if (url === registryAddress) return JSON.stringify(registry);
    const policy = String(res.getHeader('content-security-policy'));
    // The overlay writes its HTML through its own Trusted Types policy. Otherwise the policy is that of a release.
    const developmentPolicy = policy.replace(/trusted-types /, '$&webpack-dev-middleware#overlay ');
    res.setHeader('content-security-policy', developmentPolicy);
    return pageOf(await built(), registry);
  });
  return createProxyMiddleware<Request, Response>({
    ...shop,
    pathFilter: (path, { headers }) =>
      path === registryAddress || headers.accept?.includes('text/html') === true,
    selfHandleResponse: true,
    on: {
      proxyReq: (request, ...rest) => {
        shop.on?.proxyReq?.(request, ...rest);
        request.removeHeader('if-none-match');
      },
      proxyRes: async (upstreamAnswer, request, response) => {
        await shop.on?.proxyRes?.(upstreamAnswer, request, response);
        await answer(upstreamAnswer, request, response);
      },
    },
  });
}

/** Adapts a configuration of a part under development to the address of its files. */
export const servedAt = (path: string, config: Configuration): Configuration => ({
  ...config,
  output: { ...config.output, publicPath: `${path}/${version}/` },
});

/**
 * Serves a running shop with the shell and some remotes from the checkout. An open page applies each change without a
 * reload.
 */
export function startDevServer({
  remotes,
  upstream,
  isElsewhere = false,
  port,
  publicUrl = `http://localhost:${port}`,
  entry,
}: DevServerOptions) {
  const developmentConfig = (
    name: string,
    path: string,
    configOf: (outputFolder: string) => Configuration,
  ) => {
    const config = configOf(join(stateFolder(), 'build', 'development', name));
    return { ...servedAt(path, config), name };
  };
  const compiler = webpack([
    ...(isPacked
      ? []
      : [developmentConfig('shell', '/shell', (outputFolder) => shellConfig({ mode, outputFolder, entry }))]),
    ...Object.entries(remotes).map(([name, folder]) =>
      developmentConfig(name, `/remotes/${name}`, (outputFolder) =>
        remoteConfig({ name, mode, outputFolder, folder }),
      ),
    ),
  ]);
  if (!compiler) throw new Error('The configuration makes no compiler');
  const files = devMiddleware<Request, Response>(compiler, {
    index: false,
    hot: {
      path: '/hot-updates',
      cors: false,
      client: { logging: 'warn', overlay: { runtimeErrors: false } },
    },
  });
  const built = () =>
    new Promise<MultiStats>((resolve) => {
      files.waitUntilValid((stats) => resolve(stats as MultiStats));
    });

  const app = express().disable('x-powered-by');
  app.use(ownPagesOnly(publicUrl));
  if (isPacked) app.use(`/shell/${version}`, express.static(packedShell));
  else app.use(`/shell/${version}`, express.static(iconsFolder));
  // Other requests do not wait for a build.
  app.use((request, response, next) =>
    developmentAddress.test(request.path) ? files(request, response, next) : next(),
  );
  if (upstream === undefined)
    app.use(async (_request, response) => {
      response.type('html').send(pageOf(await built(), { schema: 1, revision: 0, remotes: {} }));
    });
  else {
    const shop = shopProxy<Request, Response>(upstream, isElsewhere);
    app.use(pagesOf(shop, remotes, built));
    app.use(createProxyMiddleware(shop));
  }
  const server = createServer(app).listen(port, '127.0.0.1');
  return {
    /** Resolves when the first builds are done, also failed ones. */
    built: built(),
    async stop(): Promise<void> {
      await new Promise<void>((resolve) => files.close(() => resolve()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
