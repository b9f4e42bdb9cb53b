import { resolve } from 'node:path';
import { checkAdminFiles } from '@kinmel/contracts';
import {
  createAdminFilesVerifier,
  createTokenVerifier,
  createVerificationKeys,
  keySetSource,
  type Logger,
  repeat,
} from '@kinmel/service-kit';
import { Registry } from 'prom-client';
import type { GatewayConfig } from './config.ts';
import { createHtmlPages } from './html/html-pages.ts';
import { createPageRenders } from './html/rendering/page-renders.ts';
import { createRenderClient } from './html/rendering/render-client.ts';
import { createShellFiles } from './html/shell/shell-files.ts';
import { createSitemap } from './html/sitemap.ts';
import { pageVisitor, visitorReader } from './html/visitor.ts';
import { countRefusals, createGatewayMetrics } from './metrics/gateway-metrics.ts';
import { closedAdminFiles, openAdminFiles } from './policies/admission/admin-files.ts';
import { openSharedCounts } from './policies/admission/shared-counts.ts';
import { makeSecurityHeaders } from './policies/answers/security-headers.ts';
import { openPreviews } from './previews/previews.ts';
import { createActiveRemotes } from './registry/active-remotes.ts';
import { openRegistry } from './registry/open-registry.ts';
import { openSharedReleases } from './registry/open-shared-releases.ts';
import type { SharedReleases } from './registry/shared-releases.ts';
import { createLiveVerifier } from './releases/live-verifier.ts';
import { createResponseCache } from './response-cache/response-cache.ts';
import { createRolloutController } from './rollouts/rollout-controller.ts';
import { createRolloutMetrics } from './rollouts/rollout-metrics.ts';
import { gatewaySettings } from './settings.ts';
import { createApiRoutes } from './upstreams/api-routes.ts';
import { createUpstreams, type Upstreams } from './upstreams/upstreams.ts';

/** Creates the dependencies of the gateway. */
export async function createContext(
  config: GatewayConfig,
  logger: Logger,
  metricsRegistry = new Registry(),
  { circuit, reads, limits, prerenders, countMs, fetchRegistryMs } = gatewaySettings,
) {
  const isHttps = config.GATEWAY_PUBLIC_URL?.startsWith('https://') === true;
  const origin = config.GATEWAY_PUBLIC_URL && new URL(config.GATEWAY_PUBLIC_URL).origin;
  const folders = {
    remotesFolder: resolve(config.REMOTES_FOLDER),
    shellsFolder: resolve(config.SHELLS_FOLDER),
    uploadsFolder: config.UPLOADS_FOLDER === undefined ? undefined : resolve(config.UPLOADS_FOLDER),
  };
  const headers = makeSecurityHeaders({
    isHttps,
    apiUrl: config.GATEWAY_API_URL,
    paymentForms: config.PAYMENT_FORM_ORIGINS,
  });
  const routes = createApiRoutes();
  const upstreams = createUpstreams({
    addresses: {
      auth: config.AUTH_URL,
      catalog: config.CATALOG_URL,
      order: config.ORDER_URL,
      offer: config.OFFER_URL,
      notification: config.NOTIFICATION_URL,
      'service-request': config.SERVICE_REQUEST_URL,
      device: config.DEVICE_URL,
    },
    circuit,
    reads,
    onCircuit: (service, state) => logger.warn({ service, state }, 'the circuit of a service changed'),
  });
  const responseCache = createResponseCache({
    routes,
    upstreams,
    securityHeaders: headers.data,
    deadlineMs: config.GATEWAY_DEADLINE_MS,
    maxBytes: config.GATEWAY_KEPT_MEGABYTES * 1024 * 1024,
  });
  const onRefused = countRefusals(metricsRegistry);
  const registryFolder = resolve(config.REGISTRY_FOLDER);
  const releasesPlace = config.RELEASES_URL;
  const shared = releasesPlace && (await openSharedReleases(releasesPlace, { ...folders, registryFolder }));
  const registryFetches = shared && (await startFetchingRegistry(shared, fetchRegistryMs, logger));
  const registry = openRegistry({
    ...folders,
    shared,
    registryFolder,
    publicKeysFile: resolve(config.REGISTRY_KEYS_FILE),
    ...(config.RELEASE_KEY_FILE === undefined ? {} : { privateKeyFile: resolve(config.RELEASE_KEY_FILE) }),
    isProtected: config.RELEASES_PROTECTED === 'true',
    log: logger,
    onRefused,
  });
  const shells = createShellFiles(folders, registry, config.GATEWAY_API_URL);
  const remotes = createActiveRemotes({ registry, shells, logger, onRefused });
  const render =
    config.RENDER_URL === undefined
      ? undefined
      : createRenderClient(config.RENDER_URL, remotes, logger, (part, version) =>
          registry.readServerFile(part, version),
        );
  const renders = render && createPageRenders(render, logger, config.GATEWAY_RENDER_MS);
  const htmlPages = createHtmlPages({
    remotes,
    remotesFolder: folders.remotesFolder,
    responseCache,
    logger,
    pageHeaders: headers.pages,
    origin,
    firstDataMs: config.GATEWAY_FIRST_DATA_MS,
    renders,
    prerenders,
  });
  const rolloutMetrics = createRolloutMetrics(metricsRegistry);
  const rollouts = createRolloutController({
    registry,
    remotes,
    logger,
    onChange: rolloutMetrics.countChange,
    budget: {
      visitors: config.GATEWAY_FAILURE_BUDGET_VISITORS,
      networks: config.GATEWAY_FAILURE_BUDGET_NETWORKS,
      factor: config.GATEWAY_FAILURE_BUDGET_FACTOR,
      percent: config.GATEWAY_FAILURE_BUDGET_PERCENT,
    },
  });
  rolloutMetrics.showVisitors(rollouts, () => remotes.versions);
  await remotes.start();
  rollouts.start();
  const metrics = createGatewayMetrics({
    registry: metricsRegistry,
    routes,
    upstreams,
    responseCache,
    remotes,
    renders,
  });
  const sharedCounts =
    config.REDIS_URL === undefined
      ? undefined
      : await openSharedCounts(config.REDIS_URL, logger, metrics.countLocally, countMs);
  const hasKeys = config.JWKS_URL !== undefined || config.JWKS_FILE !== undefined;
  const jwks = keySetSource(config);
  const keys = createVerificationKeys({ jwks });
  const adminFiles = hasKeys
    ? openAdminFiles({
        verifier: createAdminFilesVerifier({ keys }),
        isLive: adminFilesCheck(upstreams),
        isHttps,
        cookieDomain: config.GATEWAY_COOKIE_DOMAIN,
      })
    : closedAdminFiles;
  const previews = openPreviews({ registry, remotes, adminFiles, origin, isHttps });
  const visitorOf = visitorReader(adminFiles, previews, isHttps);
  const verifier = createTokenVerifier({ jwks, keys });
  return {
    config,
    logger,
    routes,
    upstreams,
    responseCache,
    registry,
    folders,
    remotes,
    shells,
    figuresOf: rolloutMetrics.figuresOf(rollouts),
    htmlPages,
    origin,
    sitemap:
      origin === undefined
        ? undefined
        : createSitemap({ responseCache, remotes, origin, headers: headers.data }),
    headers,
    limits,
    metrics,
    sharedCounts,
    verifier: hasKeys ? verifier : undefined,
    liveVerifier: createLiveVerifier(verifier, upstreams.get('auth')),
    adminFiles,
    previews,
    rollouts,
    rolloutMetrics,
    visitorOf,
    pageVisitor: pageVisitor({ visitorOf, remotes, rollouts, isHttps }),
    isHttps,
    /** Origins of other hosts whose pages belong to the shop and may call it. */
    callingOrigins: new Set(config.GATEWAY_CORS_ORIGINS),
    /** Set while the process drains: it is not ready, and requests in flight are finished. */
    isStopping: false,
    stop: () => {
      void registryFetches?.stop();
      htmlPages.stop();
      rollouts.stop();
      remotes.stop();
      upstreams.close();
      render?.close();
      sharedCounts?.close();
    },
  };
}

export type GatewayContext = Awaited<ReturnType<typeof createContext>>;

/** Copies the shared registry periodically. While its store is unavailable, the last known revision stays active. */
async function startFetchingRegistry(shared: SharedReleases, everyMs: number, logger: Logger) {
  await shared.fetchRegistry();
  let isUnavailable = false;
  const registryFetches = repeat(
    everyMs,
    async () => {
      await shared.fetchRegistry();
      isUnavailable = false;
    },
    (error) => {
      if (!isUnavailable) logger.warn({ err: error }, 'the shared registry cannot be read');
      isUnavailable = true;
    },
  );
  registryFetches.start();
  return registryFetches;
}

/** Asks auth whether the session of the cookie is live; without auth a cookie is valid until it expires. */
function adminFilesCheck(upstreams: Upstreams): (cookie: string) => Promise<boolean> {
  const auth = upstreams.get('auth');
  if (!auth) return async () => true;
  return async (cookie) => {
    const { status, body } = await auth.get(checkAdminFiles.path, {
      deadlineMs: 1_000,
      headers: { accept: 'application/json', authorization: `Bearer ${cookie}` },
    });
    const answer =
      status === 200 ? checkAdminFiles.answer.safeParse(JSON.parse(body.toString('utf8'))) : undefined;
    return answer?.data?.data.isAdmin === true;
  };
}
