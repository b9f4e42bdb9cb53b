import type { BrowserReport } from '@kinmel/contracts';
import { findPage } from '../../pages/preload-page.ts';
import type { Failure } from '../../remotes/failures.ts';
import { isLoadFailure } from '../../remotes/remote-load-error.ts';
import { remoteHost } from '../../remotes/remote-loading.ts';
import { readBlock } from '../../requests/first-data.ts';

/** Limit of reports for each visit. */
const maxReports = 10;

/** Used instead of a version in the addresses of files under development. */
const development = 'development';

/** The version of a part on this page; undefined in development, and for a remote that is not in the registry. */
function versionOf(part: string): string | undefined {
  const { folder = '' } = (readBlock('kinmel-shell') ?? {}) as { folder?: string };
  const version = part === 'shell' ? folder.split('/')[2] : remoteHost()?.registry.remotes[part]?.version;
  return version === development ? undefined : version;
}

/** Error messages; those of webpack and the federation runtime contain file addresses. They are not sent. */
function* messagesOf(error: unknown): Generator<string> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause.message;
}

/** A script or style with another hash is received completely but does not load. */
function isRefused(error: unknown): boolean {
  for (const text of messagesOf(error))
    for (const [address] of text.matchAll(/https?:\/\/[^\s"'()]+\.(?:js|css|json)(?:\?retry=\d+)?/g)) {
      const timing = performance.getEntriesByName(address, 'resource').at(-1);
      if ((timing as PerformanceResourceTiming | undefined)?.responseStatus === 200) return true;
    }
  return false;
}

function kindOf({ error, isHydration }: Failure) {
  if (isHydration) return 'hydration';
  if (!isLoadFailure(error)) return 'error-boundary';
  return isRefused(error) ? 'hash-refused' : 'load-failed';
}

/** The remote whose component failed, according to the addresses in React's stack, or else the shell. */
const partIn = (componentStack: Failure['componentStack']) =>
  /\/remotes\/(mfe-[a-z-]+)\//.exec(componentStack ?? '')?.[1] ?? 'shell';

export type Beacon = ReturnType<typeof createBeacon>;

/** Sends the reports of one visit, each of them once. */
export function createBeacon() {
  const sentReports = new Set<string>();

  /** By `sendBeacon`, which does not block the page and survives a navigation. */
  function send(report: BrowserReport): void {
    const body = JSON.stringify(report);
    const key = report.kind === 'vital' ? report.vital.name : body;
    if (sentReports.size >= maxReports || sentReports.has(key)) return;
    sentReports.add(key);
    navigator.sendBeacon('/reports', body);
  }

  return {
    send,
    versionOf,
    /** @param pathname of the page at the time of the failure */
    sendFailure: (failure: Failure, pathname: string): void => {
      const part = failure.part ?? partIn(failure.componentStack);
      const version = versionOf(part);
      const page = findPage(pathname)?.path;
      if (version !== undefined) send({ kind: kindOf(failure), part, version, page });
    },
  };
}
