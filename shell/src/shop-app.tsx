import type { AppState, AppStore } from '@kinmel/web-kit';
import { FailureBoundary } from '@kinmel/web-kit';
import { Provider } from 'react-redux';
import { Frame } from './frame/frame.tsx';
import { ApplicationError } from './pages/application-error.tsx';
import { PageRoutes } from './pages/page-routes.tsx';

interface ShopAppProps {
  store: AppStore;
  /** The state of the server rendering, used by the first render for hydration. */
  serverState?: AppState | undefined;
}

/** The shop inside a router: the frame and the page of the URL. */
export function ShopApp({ store, serverState }: ShopAppProps) {
  return (
    <FailureBoundary fallback={() => <ApplicationError />}>
      <Provider store={store} serverState={serverState}>
        <Frame>
          <PageRoutes />
        </Frame>
      </Provider>
    </FailureBoundary>
  );
}
