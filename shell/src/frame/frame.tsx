import { VisuallyHidden } from '@kinmel/ui';
import { FailureBoundary, lazyPage, returnHere, selectIsAdmin, useAppSelector } from '@kinmel/web-kit';
import { onSessionLost, ToastRegion, usePageAnnouncement, usePageChanges } from '@kinmel/web-kit/host';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useShownPage } from '../pages/use-shown-page.ts';
import { Footer } from './footer.tsx';
import classes from './frame.module.css';
import { Header } from './header/header.tsx';

function Announcement() {
  return <VisuallyHidden as="output">{usePageAnnouncement()}</VisuallyHidden>;
}

/** Opens /login when a request was refused and the session could not be renewed, with a return URL. */
function useLoginOnSessionLoss(): void {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(
    () =>
      onSessionLost(() => {
        if (location.pathname !== '/login') void navigate('/login', { state: returnHere(location) });
      }),
    [navigate, location],
  );
}

/** Follows the location in a separate component, so that a navigation does not render the frame again. */
function Navigation() {
  usePageChanges();
  useLoginOnSessionLoss();
  return null;
}

/** Kept out of the shoppers' bundle. */
const StaffRemotes = lazyPage(
  () => import(/* webpackChunkName: "staff" */ '../pages/staff/staff-remotes.tsx'),
);

/** For an admin: keeps the staff remotes in sync with the session. */
function Staff() {
  if (!useAppSelector(selectIsAdmin)) return null;
  return (
    <FailureBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <StaffRemotes />
      </Suspense>
    </FailureBoundary>
  );
}

// Created once, so that a navigation renders neither again. The header is hydrated first and in one piece, as shoppers
// use it first. The footer is hydrated after the page, in small steps.
const header = <Header />;
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
);

/** The shop's header and footer around a page. */
export function ShopFrame({ children }: { children: ReactNode }) {
  return (
    <>
      {header}
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      {footer}
    </>
  );
}

/** The shop's frame around a page, or nothing for a page with its own frame. */
function PageFrame({ children }: { children: ReactNode }) {
  return useShownPage()?.ownFrame ? children : <ShopFrame>{children}</ShopFrame>;
}

/** Renders around every page: skip link, header, footer, toasts, and the announcement of a new page. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <Navigation />
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <PageFrame>{children}</PageFrame>
      <Staff />
      <ToastRegion />
      <Announcement />
    </>
  );
}
