import { FailureBoundary, lazyPage } from '@kinmel/web-kit';
import { RemotePage } from '@kinmel/web-kit/host';
import { type ReactNode, Suspense } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  Route,
  Routes,
  useLocation,
  useNavigationType,
} from 'react-router-dom';
import { ShopFrame } from '../frame/frame.tsx';
import { ApplicationError } from './application-error.tsx';
import { Gate } from './gate.tsx';
import { PageColumn, PageLoading } from './page-column.tsx';
import { useShownPage } from './use-shown-page.ts';

/** Kept out of the first load of existing pages. */
export const Elsewhere = lazyPage(() => import(/* webpackChunkName: "elsewhere" */ './elsewhere.tsx'));

/**
 * The pages of the deployed remotes, then specified pages without them, then "not found". The router gets only the page
 * of the current URL, as it ranks all its routes at every navigation.
 */
export function PageRoutes() {
  const page = useShownPage();
  const location = useLocation();
  const navigationType = useNavigationType();
  if (!page) {
    return (
      <FailureBoundary given={location.pathname} fallback={() => <ApplicationError />}>
        <Suspense fallback={<PageLoading />}>
          <Elsewhere />
        </Suspense>
      </FailureBoundary>
    );
  }
  const { path, title, remote, requiresSignIn, visitorsOnly, parameters, ownFrame } = page;
  // A server renders the page with these parameters only, and hydration must match.
  const pageParameters = [...new URLSearchParams(location.search)].filter(
    ([name]) => parameters?.includes(name) ?? true,
  );
  const query = new URLSearchParams(pageParameters).toString();
  // Home's title is empty, because the shop's name is enough in the window title.
  const frame = (place: ReactNode) => <PageColumn title={title || 'Home'}>{place}</PageColumn>;
  // A page that fails has no frame of its own.
  const withShopFrame = (place: ReactNode) => (ownFrame ? <ShopFrame>{place}</ShopFrame> : place);
  const pageLocation = { ...location, search: query && `?${query}` };
  // With its `location` property, Routes would report every navigation as one through the history.
  return (
    // The return URL has all parameters, so the gate is outside of the page's location.
    <Gate
      key={path}
      requiresSignIn={requiresSignIn}
      visitorsOnly={visitorsOnly}
      placeholder={frame(<PageLoading />)}
    >
      <LocationContext value={{ location: pageLocation, navigationType }}>
        <Routes>
          <Route
            path={path}
            element={
              <RemotePage
                remote={remote}
                path={path}
                title={title}
                placeholder={<PageLoading />}
                frame={(place) => withShopFrame(frame(place))}
                crashed={withShopFrame(<ApplicationError />)}
              />
            }
          />
        </Routes>
      </LocationContext>
    </Gate>
  );
}
