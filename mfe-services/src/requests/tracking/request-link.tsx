import { ButtonLink } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyLink } from './copy-link.tsx';
import classes from './request-link.module.css';

interface RequestLinkProps {
  /** Without it only the mail carries the link. */
  trackingLink: string | undefined;
  children: ReactNode;
  actions?: ReactNode;
}

/** The confirmation of a sent request with its tracking link. It takes the focus, since the submit button may be removed. */
export function RequestLink({ trackingLink, children, actions }: RequestLinkProps) {
  const anchor = useRef<HTMLElement>(null);
  useEffect(() => anchor.current?.focus(), []);
  return (
    <section ref={anchor} tabIndex={-1} aria-label="Your request" className={classes.sent}>
      {children}
      <div className="buttons">
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
