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
import { ApplicationError } from './application-error.tsx';
import { Gate } from './gate.tsx';
import { PageColumn } from './page-column.tsx';
import { PageLoading } from './page-loading.tsx';
import { useShownPage } from './use-shown-page.ts';

/** No part of the first load of a page that is there. */
export const Elsewhere = lazyPage(() => import(/* webpackChunkName: "elsewhere" */ './elsewhere.tsx'));

/**
 * What the deployed remotes declare; then what the shop promises without them; then "not found". The router is given the page
 * of the address alone: it ranks all that it is given at every navigation.
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
  const { path, title, remote, requiresSignIn, visitorsOnly, parameters } = page;
  // A server draws the page from no other parameters, and what it drew is taken over as it stands.
  const read = [...new URLSearchParams(location.search)].filter(
    ([name]) => parameters?.includes(name) ?? true,
  );
  const query = new URLSearchParams(read).toString();
  // Home's title is empty, as in the window's title the shop's name is enough.
  const frame = (place: ReactNode) => <PageColumn title={title || 'Home'}>{place}</PageColumn>;
  const shown = { ...location, search: query && `?${query}` };
  // The `location` of Routes would tell pages that the history brought them, whichever way they were opened.
  return (
    // Signing in leads back to the whole address, so the gate stands outside of what the page reads.
    <Gate
      key={path}
      requiresSignIn={requiresSignIn}
      visitorsOnly={visitorsOnly}
      placeholder={frame(<PageLoading />)}
    >
      <LocationContext value={{ location: shown, navigationType }}>
        <Routes>
          <Route
            path={path}
            element={
              <RemotePage
                remote={remote}
                path={path}
                title={title}
                placeholder={<PageLoading />}
                frame={frame}
                crashed={<ApplicationError />}
              />
            }
          />
        </Routes>
      </LocationContext>
    </Gate>
  );
}
