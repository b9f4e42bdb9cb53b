import { VisuallyHidden } from '@kinmel/ui';
import { FailureBoundary, lazyPage, selectIsAdmin, useAppSelector } from '@kinmel/web-kit';
import { ToastRegion, usePageAnnouncement, usePageChanges } from '@kinmel/web-kit/host';
import { type ReactNode, Suspense } from 'react';
import { useShownPage } from '../pages/use-shown-page.ts';
import { useLoginWhenLost } from './account/use-login-when-lost.ts';
import { Footer } from './footer.tsx';
import classes from './frame.module.css';
import { Header } from './header/header.tsx';

function Announcement() {
  return <VisuallyHidden as="output">{usePageAnnouncement()}</VisuallyHidden>;
}

/** Follows the address. Apart from the frame, which a navigation would draw again otherwise. */
function Navigation() {
  usePageChanges();
  useLoginWhenLost();
  return null;
}

/** No part of what a shopper loads. */
const StaffRemotes = lazyPage(
  () => import(/* webpackChunkName: "staff" */ '../pages/staff/staff-remotes.tsx'),
);

/** For an admin: keeps the remotes that only staff are told of in step with the session. */
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

// Made once: a navigation draws neither again. The header is taken over first, with what stands outside of boundaries, in
// one piece: a shopper reaches for it first. The footer comes with the page, after which it is drawn, in small steps.
const header = <Header />;
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
);

/** The shop around a page, or nothing around one that brings its own frame. */
function Surroundings({ children }: { children: ReactNode }) {
  if (useShownPage()?.ownFrame) return children;
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

/** What surrounds every page: skip link, header, footer, toasts, and the announcement of a new page. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <Navigation />
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Surroundings>{children}</Surroundings>
      <Staff />
      <ToastRegion />
      <Announcement />
    </>
  );
}
