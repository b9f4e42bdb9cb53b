import { VisuallyHidden } from '@kinmel/ui';
import { ToastRegion, usePageAnnouncement, usePageChanges } from '@kinmel/web-kit/host';
import type { ReactNode } from 'react';
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

/** What surrounds every page: skip link, header, footer, toasts, and the announcement of a new page. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <Navigation />
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer />
      <ToastRegion />
      <Announcement />
    </>
  );
}
