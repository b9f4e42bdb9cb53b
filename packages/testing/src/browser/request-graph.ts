import type { CDPSession, Page } from 'playwright-core';

/** A request of a page and its depth in the loading graph. */
export interface RequestSeen {
  url: string;
  type: string | undefined;
  /** 1 is the document, 2 is referenced by its HTML, 3 is requested by a script of stage 2, and so on. */
  stage: number;
  /** Transferred headers and compressed body; 0 until it has loaded. */
  transferredBytes: number;
}

interface CallStack {
  callFrames: { url: string }[];
  parent?: CallStack;
}

/** Scripts of a call stack, including those before asynchronous steps. */
function scriptsOf(stack: CallStack | undefined): string[] {
  if (stack === undefined) return [];
  return [...stack.callFrames.map(({ url }) => url), ...scriptsOf(stack.parent)];
}

const withoutHash = (url: string) => url.replace(/#.*$/, '');

/**
 * Records the depth of each request of a page: one more than its initiator, which is the HTML, a stylesheet, or the
 * deepest script of its call stack. A preloaded file is at stage 2.
 */
export async function recordRequests(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const requestsByUrl = new Map<string, RequestSeen>();
  const stageOf = (url: string) => requestsByUrl.get(withoutHash(url))?.stage ?? 0;
  const requestsById = new Map<string, RequestSeen>();
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requestsById.get(requestId);
    if (request) request.transferredBytes = encodedDataLength;
  });
  session.on('Network.requestWillBeSent', ({ requestId, request, initiator, type }) => {
    const url = withoutHash(request.url);
    if (requestsByUrl.has(url) || !url.startsWith('http')) return;
    const isDocument = requestsByUrl.size === 0;
    const causes = [...scriptsOf(initiator.stack), ...(initiator.url ? [initiator.url] : [])];
    const stage = isDocument ? 1 : Math.max(1, ...causes.map(stageOf)) + 1;
    const entry: RequestSeen = { url, type, stage, transferredBytes: 0 };
    requestsByUrl.set(url, entry);
    requestsById.set(requestId, entry);
  });
  await session.send('Network.enable');
  // Enables asynchronous call stacks.
  await session.send('Debugger.enable');
  await session.send('Debugger.setAsyncCallStackDepth', { maxDepth: 32 });
  return {
    requests: (): readonly RequestSeen[] => [...requestsByUrl.values()],
    stop: () => session.detach(),
  };
}
