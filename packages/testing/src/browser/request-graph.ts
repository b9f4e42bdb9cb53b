import type { CDPSession, Page } from 'playwright-core';

/** A request of a page, and how far from its document it stands. */
export interface RequestSeen {
  url: string;
  type: string | undefined;
  /** 1 is the document, 2 what its HTML names, 3 what only a script of stage 2 knows, and so on. */
  stage: number;
  /** What came over the wire, headers and compressed body; 0 until it has come. */
  transferredBytes: number;
}

/** What `recordRequests` has seen so far, and the way to end it. */
export interface RequestGraph {
  requests(): readonly RequestSeen[];
  stop(): Promise<void>;
}

interface CallStack {
  callFrames: { url: string }[];
  parent?: CallStack;
}

/** Addresses of the scripts in a stack, the ones before asynchronous steps included. */
function scriptsOf(stack: CallStack | undefined): string[] {
  if (stack === undefined) return [];
  return [...stack.callFrames.map(({ url }) => url), ...scriptsOf(stack.parent)];
}

const withoutHash = (url: string) => url.replace(/#.*$/, '');

/**
 * Records how far from the document each request of a page stands: a request waits for what made it known, the
 * HTML, a stylesheet, or every script on its call stack. A file that the HTML preloads stands at stage 2 even
 * when a later script is the one that uses it.
 */
export async function recordRequests(page: Page): Promise<RequestGraph> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const seen = new Map<string, RequestSeen>();
  const stageOf = (url: string) => seen.get(withoutHash(url))?.stage ?? 0;
  const byId = new Map<string, RequestSeen>();
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = byId.get(requestId);
    if (request) request.transferredBytes = encodedDataLength;
  });
  session.on('Network.requestWillBeSent', ({ requestId, request, initiator, type }) => {
    const url = withoutHash(request.url);
    if (seen.has(url) || !url.startsWith('http')) return;
    const isDocument = seen.size === 0;
    const causes = [...scriptsOf(initiator.stack), ...(initiator.url ? [initiator.url] : [])];
    const stage = isDocument ? 1 : Math.max(1, ...causes.map(stageOf)) + 1;
    const entry: RequestSeen = { url, type, stage, transferredBytes: 0 };
    seen.set(url, entry);
    byId.set(requestId, entry);
  });
  await session.send('Network.enable');
  // Without it a stack ends at the first `await`, and what was waited for would not count.
  await session.send('Debugger.enable');
  await session.send('Debugger.setAsyncCallStackDepth', { maxDepth: 32 });
  return { requests: () => [...seen.values()], stop: () => session.detach() };
}
