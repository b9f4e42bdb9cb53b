import { Alert } from '@kinmel/ui';
import { useEffect, useState } from 'react';
import { RequestLink } from '../../requests/tracking/request-link.tsx';

const sentText =
  'Your phone selling request has been submitted successfully! We will contact you within 24 hours with a quote.';
const shownMs = 5000;

/** The message that goes by itself, and the link that stays. */
export function RequestSent({ trackingLink, email }: { trackingLink: string | undefined; email: string }) {
  const [isFresh, setFresh] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), shownMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <RequestLink trackingLink={trackingLink}>
      {isFresh ? <Alert tone="ok">{sentText}</Alert> : null}
      <p>
        {trackingLink
          ? `Follow your request by its link, also without an account. We send the link and the quote to ${email} too.`
          : `We send the quote, and the link by which you follow your request, to ${email}.`}{' '}
        Keep the link: whoever has it can answer the quote.
      </p>
    </RequestLink>
  );
}
