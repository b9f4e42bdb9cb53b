import { Alert, ButtonLink } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { useEffect, useRef, useState } from 'react';
import { CopyLink } from '../../requests/copy-link.tsx';
import classes from './request-sent.module.css';

/** ERR-24. */
const sentText =
  'Your phone selling request has been submitted successfully! We will contact you within 24 hours with a quote.';
/** SELL-04. */
const shownMs = 5000;

/** What stays after a request was sent: the link that follows it. The message above it goes by itself. */
export function RequestSent({ trackingLink }: { trackingLink: string }) {
  const [isFresh, setFresh] = useState(true);
  const anchor = useRef<HTMLElement>(null);
  useEffect(() => {
    anchor.current?.focus();
    const timer = setTimeout(() => setFresh(false), shownMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section ref={anchor} tabIndex={-1} aria-label="Your request" className={classes.sent}>
      {isFresh ? <Alert tone="ok">{sentText}</Alert> : null}
      <p>
        Follow your request by its link, also without an account. Keep it: whoever has it can answer the
        quote.
      </p>
      <div className={classes.actions}>
        <ButtonLink as={Link} to={trackingLink} size="medium">
          Follow your request
        </ButtonLink>
        <CopyLink path={trackingLink} />
      </div>
    </section>
  );
}
