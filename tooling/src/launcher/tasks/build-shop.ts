import type { Report } from '../report.ts';
import { buildService } from '../services/service-build.ts';
import { gateway, render, type ServicePart, services } from '../services/services.ts';
import { buildWeb, type WebFolders } from '../web/web-build.ts';

export interface BuildShopOptions {
  readonly checkoutFolder: string;
  readonly folders: WebFolders;
  /** Whether services run from source, so that no bundles are needed. */
  readonly isDevelopment: boolean;
  /** Remotes that the development server builds. */
  readonly watched: string[];
}

export const bundledParts: readonly ServicePart[] = [...services, render, gateway];

export async function bundleServices(
  parts: readonly ServicePart[],
  options: { checkoutFolder: string; buildFolder: string; report: Report; isWanted?: () => boolean },
): Promise<void> {
  const { checkoutFolder, buildFolder, report, isWanted = () => true } = options;
  await report.step('Services bundled', async (update) => {
    const builtParts: string[] = [];
    for (const part of parts) {
      if (!isWanted()) break;
      update(part.name);
      if ((await buildService(checkoutFolder, buildFolder, part)) === 'built') builtParts.push(part.name);
    }
    update(builtParts.join(', ') || 'nothing changed');
  });
}

/** Builds what changed and activates it; stops before the next part when `isWanted` returns false. */
export async function buildShop(
  { checkoutFolder, folders, isDevelopment, watched }: BuildShopOptions,
  report: Report,
  isWanted: () => boolean,
): Promise<void> {
  if (!isDevelopment)
    await bundleServices(bundledParts, { checkoutFolder, buildFolder: folders.build, report, isWanted });
  await buildWeb({ checkoutFolder, folders, report, watched, isWanted });
}
