import { selectUser } from '@kinmel/web-kit';
import {
  createAppStore,
  findPage,
  firstPage,
  loadRenderedPage,
  primeLandingRemote,
  readHostBlocks,
  startBrowserReports,
  startHost,
  startSession,
} from '@kinmel/web-kit/host';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { SignedInLinks } from './frame/account/account-links.tsx';
import { hydrationFailed } from './hydration-failed.ts';
import { Elsewhere } from './pages/page-routes.tsx';
import { ShopApp } from './shop-app.tsx';

/** Loads the page of the URL and its data, then hydrates or renders it. */
export async function startShop(): Promise<void> {
  const container = document.getElementById('app');
  if (!container) throw new Error('The page has no #app');
  startHost(readHostBlocks());
  startBrowserReports();
  const store = createAppStore();
  const visitorState = store.getState();
  const session = startSession().then(() => selectUser(store.getState()) && SignedInLinks.preload());
  const page = findPage(location.pathname);
  // A protected page requests nothing before the user is known.
  if (page?.requiresSignIn) await session;
  // A reloaded history entry may have a state, which the server did not have.
  const isRendered = 'rendered' in container.dataset && !(history.state as { usr?: unknown } | null)?.usr;
  const [lateWidgets] = await Promise.all([
    isRendered ? loadRenderedPage(container) : primeLandingRemote(),
    session,
    isRendered && !page && Elsewhere.preload(),
  ]);
  // The server had the first-view answers, but no session.
  const serverState = isRendered ? { ...store.getState(), session: visitorState.session } : undefined;
  const shop = (
    <BrowserRouter useTransitions={false}>
      <ShopApp store={store} serverState={serverState} />
    </BrowserRouter>
  );
  const isChanged = globalThis.kinmelTakeOver?.() ?? false;
  if (!isRendered) {
    createRoot(container).render(shop);
    globalThis.kinmelEarlyInput = undefined;
    return;
  }
  hydrateRoot(container, shop, { onRecoverableError: hydrationFailed(isChanged) });
  // From here on React handles clicks and forms; it overwrites fields that it has not hydrated.
  const earlyInputs = globalThis.kinmelEarlyInput ?? [];
  const laterInputs: typeof earlyInputs = [];
  globalThis.kinmelEarlyInput = laterInputs;
  globalThis.kinmelHeldInput = earlyInputs;
  await firstPage;
  earlyInputs.push(...laterInputs.filter(([type]) => type === 'input'));
  const hasLateWidgets = lateWidgets && lateWidgets.length > 0;
  // Later input is newer than the replayed one, and late widgets do not handle it.
  globalThis.kinmelEarlyInput = earlyInputs.length > 0 || hasLateWidgets ? [] : undefined;
  if (!globalThis.kinmelEarlyInput) {
    globalThis.kinmelHeldInput = undefined;
    return;
  }
  const { replayEarlyInput } = await import(/* webpackChunkName: "early-input" */ './early-input.ts').finally(
    () => {
      globalThis.kinmelHeldInput = undefined;
    },
  );
  await replayEarlyInput(earlyInputs, lateWidgets || []);
}
