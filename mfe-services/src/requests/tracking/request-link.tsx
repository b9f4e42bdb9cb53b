import { ButtonLink } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyLink } from './copy-link.tsx';
import classes from './request-link.module.css';

interface RequestLinkProps {
  /** Without it only the mail has the link. */
  trackingLink: string | undefined;
  /** What the link is for, and above it what has happened. */
  children: ReactNode;
  /** Further ways on from here. */
  actions?: ReactNode;
}

/** What stays after a request was sent: the link that follows it. It takes the focus, as the button that was pressed may be gone. */
export function RequestLink({ trackingLink, children, actions }: RequestLinkProps) {
  const anchor = useRef<HTMLElement>(null);
  useEffect(() => anchor.current?.focus(), []);
  return (
    <section ref={anchor} tabIndex={-1} aria-label="Your request" className={classes.sent}>
      {children}
      <div className={classes.actions}>
        {trackingLink ? (
          <>
            <ButtonLink as={Link} to={trackingLink} size="medium">
              Follow your request
            </ButtonLink>
            <CopyLink path={trackingLink} />
          </>
        ) : null}
        {actions}
      </div>
    </section>
  );
}
