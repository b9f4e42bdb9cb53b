import type { Report } from '../report.ts';
import { buildService } from '../services/service-build.ts';
import { gateway, render, services } from '../services/services.ts';
import { buildWeb, type WebFolders } from '../web/web-build.ts';

export interface BuildShopOptions {
  readonly checkoutFolder: string;
  readonly folders: WebFolders;
  /** Services then run from source. */
  readonly isDevelopment: boolean;
  /** Targets that a watcher builds; they are not built here. */
  readonly watched: string[];
}

/** Bundles the services, builds the shell and the remotes, and puts them in force; what did not change stays. Ends early when not wanted any more. */
export async function buildShop(
  { checkoutFolder, folders, isDevelopment, watched }: BuildShopOptions,
  report: Report,
  isWanted: () => boolean,
): Promise<void> {
  if (!isDevelopment)
    await report.step('Services bundled', async (update) => {
      const done: string[] = [];
      for (const part of [...services, render, gateway]) {
        if (!isWanted()) break;
        update(part.name);
        if ((await buildService(checkoutFolder, folders.build, part)) === 'built') done.push(part.name);
      }
      update(done.length === 0 ? 'nothing changed' : done.join(', '));
    });
  await buildWeb({ checkoutFolder, folders, report, isDevelopment, watched, isWanted });
}
