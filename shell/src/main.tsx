import '@kinmel/ui/styles.css';
import { selectUser } from '@kinmel/web-kit';
import {
  createAppStore,
  findPage,
  primeLandingRemote,
  readHostBlocks,
  startHost,
  startSession,
} from '@kinmel/web-kit/host';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { SignedInLinks } from './frame/account/account-links.tsx';
import { ShopApp } from './shop-app.tsx';

async function start(): Promise<void> {
  const container = document.getElementById('app');
  if (!container) throw new Error('The page has no #app');
  startHost(readHostBlocks());
  const store = createAppStore();
  const session = startSession().then(() => selectUser(store.getState()) && SignedInLinks.preload());
  // A page behind the gate asks nothing before it is known who asks.
  if (findPage(location.pathname)?.requiresSignIn) await session;
  await Promise.all([session, primeLandingRemote()]);
  createRoot(container).render(
    <BrowserRouter useTransitions={false}>
      <ShopApp store={store} />
    </BrowserRouter>,
  );
}

start().catch(reportError);
