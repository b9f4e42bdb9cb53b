import { Button, ButtonLink } from '@kinmel/ui';
import { Link, toast } from '@kinmel/web-kit';
import Copy from 'lucide-react/icons/copy';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './request-link.module.css';

interface RequestLinkProps {
  /** Without it the link is only in the mail. */
  trackingLink: string | undefined;
  children: ReactNode;
  actions?: ReactNode;
}

/** Confirms a sent request and shows its tracking link. It gets the focus, because the submit button may be removed. */
export function RequestLink({ trackingLink, children, actions }: RequestLinkProps) {
  const anchor = useRef<HTMLElement>(null);
  useEffect(() => anchor.current?.focus(), []);
  return (
    <section
      ref={anchor}
      tabIndex={-1}
      aria-label="Your request"
      className={`stack gap-16 above-32 ${classes.sent}`}
    >
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

/** Copies a tracking link as an absolute URL. */
export function CopyLink({ path }: { path: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.origin).href);
      toast.success('Link copied to clipboard!');
    } catch {
      toast.error('The link could not be copied. Please copy it from the address bar of its page.');
    }
  };
  return (
    <Button look="line" size="medium" onClick={() => void copy()}>
      <Copy />
      Copy link
    </Button>
  );
}
