import type { AppStore } from '@kinmel/web-kit';
import { FailureBoundary } from '@kinmel/web-kit';
import { Provider } from 'react-redux';
import { Frame } from './frame/frame.tsx';
import { ApplicationError } from './pages/application-error.tsx';
import { PageRoutes } from './pages/page-routes.tsx';

/** The shop inside a router: the frame and the page of the address. */
export function ShopApp({ store }: { store: AppStore }) {
  return (
    <FailureBoundary fallback={() => <ApplicationError />}>
      <Provider store={store}>
        <Frame>
          <PageRoutes />
        </Frame>
      </Provider>
    </FailureBoundary>
  );
}
