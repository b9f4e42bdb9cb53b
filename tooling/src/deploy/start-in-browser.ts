import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserFailures, browserReportSchema, browserReportsPath, listProductIds } from '@kinmel/contracts';
import { openRegistry, RegistryRefusal, shellPart } from '@kinmel/gateway/registry';
import { serveGateway } from '@kinmel/gateway/serve';
import { createLogger } from '@kinmel/service-kit';
import { type Browser, chromium, errors, type Page } from 'playwright-core';
import { services, stackPorts } from '../launcher/services/services.ts';
import { findChromium, installChromium } from '../test/chromium.ts';
import { changeRecord } from '../webpack/origin.ts';
import type { DeployFolders } from './deploy-part.ts';
import { launchOptions } from './launch-options.ts';

/** The versions of a page: of the shell and of remotes. */
export interface Combination {
  readonly shell: string;
  readonly remotes: Readonly<Record<string, string>>;
}

/** Opens pages of a combination in a browser; resolves with the faults, by part where one is known. */
export type StartInBrowser = (combination: Combination) => Promise<StartFault[]>;

export interface StartFault {
  readonly part: string | undefined;
  readonly fault: string;
}

const startMs = 20_000;
/** Time for reports after the first view. */
const idleMs = 5_000;

/** The pages to open. Without services the product id is arbitrary, and its page shows that it cannot be loaded. */
async function pagesOf(shop: string): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`${shop}${listProductIds.path}`);
  const { data } = listProductIds.answer.safeParse(await answer.json());
  return {
    home: '/',
    list: '/smartphone',
    product: `/productdetails?id=${data?.data[0] ?? 'any'}`,
    cart: '/cart',
    login: '/login',
  };
}

/** Opens one page until its heading is visible and nothing is loading; resolves with the errors. */
async function pageFaults(page: Page, name: string, url: string): Promise<StartFault[]> {
  const faults: StartFault[] = [];
  page.on('pageerror', ({ message }) => faults.push({ part: undefined, fault: `${name}: ${message}` }));
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== browserReportsPath) return;
    const { data } = browserReportSchema.safeParse(request.postDataJSON());
    if (data && browserFailures.some((kind) => kind === data.kind))
      faults.push({ part: data.part, fault: `${name}: ${data.kind}` });
  });
  try {
    const answer = await page.goto(url, { timeout: startMs });
    if (answer && answer.status() >= 500)
      faults.push({ part: shellPart, fault: `${name}: ${answer.status()}` });
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: startMs });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    faults.push({ part: undefined, fault: `${name}: no heading within ${startMs / 1000} s` });
  }
  await page.waitForLoadState('networkidle', { timeout: idleMs }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
  return faults;
}

/**
 * Serves versions of the folders by a separate gateway with a temporary registry; the services of this checkout answer
 * if they run.
 * @throws if Chromium is missing
 */
export const startInChromium =
  (folders: DeployFolders, env: NodeJS.ProcessEnv = process.env): StartInBrowser =>
  async ({ shell, remotes }) => {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error(`There is no Chromium here: ${installChromium}`);
    const registryFolder = await mkdtemp(join(tmpdir(), 'kinmel-start-'));
    await folders.shared?.fetchVersions();
    const registry = openRegistry({ ...folders, registryFolder, shared: undefined, isProtected: false });
    let browser: Browser | undefined;
    let gateway: Awaited<ReturnType<typeof serveGateway>> | undefined;
    const faults: StartFault[] = [];
    try {
      for (const [part, version] of [[shellPart, shell] as const, ...Object.entries(remotes)]) {
        const expectedRevision = (await registry.current())?.revision ?? 0;
        const why = 'Started in a browser.';
        await registry
          .activate({ ...changeRecord(part, why), action: 'deploy', part, version, expectedRevision })
          .catch((error: unknown) => {
            // Skips refused remotes, for example one that is incompatible with an old shell.
            if (!(error instanceof RegistryRefusal)) throw error;
            faults.push({ part, fault: error.message.trim() });
          });
      }
      const ports = stackPorts(0, env);
      const addresses = services.map(({ name, urlVariable }) => [
        urlVariable,
        env[urlVariable] ?? `http://127.0.0.1:${ports.services[name]}`,
      ]);
      gateway = await serveGateway(
        {
          ...Object.fromEntries(addresses),
          REMOTES_FOLDER: folders.remotesFolder,
          SHELLS_FOLDER: folders.shellsFolder,
          REGISTRY_FOLDER: registryFolder,
          REGISTRY_KEYS_FILE: folders.publicKeysFile,
        },
        createLogger({ service: 'gateway', level: 'silent' }),
        { prerenders: false },
      );
      browser = await chromium.launch(await launchOptions(executablePath, registryFolder));
      for (const [name, path] of Object.entries(await pagesOf(gateway.url))) {
        const page = await browser.newPage();
        faults.push(...(await pageFaults(page, name, `${gateway.url}${path}`)));
        await page.close();
      }
      return faults;
    } finally {
      await browser?.close();
      await gateway?.stop();
      await rm(registryFolder, { recursive: true, force: true });
    }
  };
