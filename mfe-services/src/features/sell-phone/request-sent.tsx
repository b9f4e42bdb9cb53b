import { Alert } from '@kinmel/ui';
import { useEffect, useState } from 'react';
import type { Submitted } from '../../requests/submit-request.ts';
import { RequestLink } from '../../requests/tracking/request-link.tsx';

const sentText =
  'Your phone selling request has been submitted successfully! We will contact you within 24 hours with a quote.';
const shownMs = 5000;

interface RequestSentProps {
  sent: Submitted & { readonly fields: { readonly contactEmail: string } };
}

/** The confirmation: a message that disappears, and the link. */
export function RequestSent({ sent: { trackingLink, fields } }: RequestSentProps) {
  const { contactEmail: email } = fields;
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), shownMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <RequestLink trackingLink={trackingLink}>
      {isShown ? <Alert tone="ok">{sentText}</Alert> : null}
      <p>
        {trackingLink
          ? `Follow your request by its link, also without an account. We send the link and the quote to ${email} too.`
          : `We send the quote, and the link by which you follow your request, to ${email}.`}{' '}
        Keep the link: whoever has it can answer the quote.
      </p>
    </RequestLink>
  );
}
