import { selectUser } from '@kinmel/web-kit';
import {
  createAppStore,
  findPage,
  firstPage,
  loadRenderedPage,
  primeLandingRemote,
  readHostBlocks,
  startHost,
  startSession,
} from '@kinmel/web-kit/host';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { SignedInLinks } from './frame/account/account-links.tsx';
import { Elsewhere } from './pages/page-routes.tsx';
import { ShopApp } from './shop-app.tsx';

/** Loads what the page of the address needs, and takes the drawn page over or draws it. */
export async function startShop(): Promise<void> {
  const container = document.getElementById('app');
  if (!container) throw new Error('The page has no #app');
  startHost(readHostBlocks());
  const store = createAppStore();
  const visitor = store.getState();
  const session = startSession().then(() => selectUser(store.getState()) && SignedInLinks.preload());
  const page = findPage(location.pathname);
  // A page behind the gate asks nothing before it is known who asks.
  if (page?.requiresSignIn) await session;
  // A step of the history that was loaded again may have a state, which the server did not know.
  const isRendered = 'rendered' in container.dataset && !(history.state as { usr?: unknown } | null)?.usr;
  const [late] = await Promise.all([
    isRendered ? loadRenderedPage(container) : primeLandingRemote(),
    session,
    isRendered && !page && Elsewhere.preload(),
  ]);
  // The server knew the first-view answers, and nobody's session.
  const serverState = isRendered ? { ...store.getState(), session: visitor.session } : undefined;
  const shop = (
    <BrowserRouter useTransitions={false}>
      <ShopApp store={store} serverState={serverState} />
    </BrowserRouter>
  );
  if (!isRendered) {
    createRoot(container).render(shop);
    globalThis.kinmelEarlyInput = undefined;
    return;
  }
  hydrateRoot(container, shop);
  // From here on React hears clicks and forms; what a field holds it would draw over until it has taken over the page.
  const early = globalThis.kinmelEarlyInput ?? [];
  const fields: typeof early = [];
  globalThis.kinmelEarlyInput = fields;
  await firstPage;
  early.push(...fields.filter(([type]) => type === 'input'));
  const isLate = late && late.length > 0;
  // What is done from here on is newer than what is done again, and a late widget does not hear it.
  globalThis.kinmelEarlyInput = early.length > 0 || isLate ? [] : undefined;
  if (!globalThis.kinmelEarlyInput) return;
  const { replayEarlyInput } = await import(/* webpackChunkName: "early-input" */ './early-input.ts');
  await replayEarlyInput(early, late || []);
}
