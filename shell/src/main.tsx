import '@kinmel/ui/styles.css';
import {
  createAppStore,
  primeLandingRemote,
  readHostBlocks,
  startHost,
  startSession,
} from '@kinmel/web-kit/host';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { ShopApp } from './shop-app.tsx';

async function start(): Promise<void> {
  const container = document.getElementById('app');
  if (!container) throw new Error('The page has no #app');
  startHost(readHostBlocks());
  const store = createAppStore();
  // Before the first request and the first render: both know who is signed in.
  startSession();
  await primeLandingRemote();
  createRoot(container).render(
    <BrowserRouter>
      <ShopApp store={store} />
    </BrowserRouter>,
  );
}

start().catch(reportError);
