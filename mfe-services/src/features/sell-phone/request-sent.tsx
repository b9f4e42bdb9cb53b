import { Alert, ButtonLink } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Submission } from '../../requests/submit-request.ts';
import { RequestLink } from '../../requests/tracking/request-link.tsx';

const sentText =
  'Your phone selling request has been submitted successfully! We will contact you within 24 hours with a quote.';
const shownMs = 5000;

/** The only pages that link to the form and that it links back to. */
const backTexts: Readonly<Record<string, string>> = {
  '/cart': 'Back to your cart',
  '/productdetails': 'Back to the product',
};

/** The page that linked to the form, from `from` in the address; undefined for any other address. */
function BackLink() {
  const [address] = useSearchParams();
  const from = address.get('from') ?? '';
  const text = backTexts[from.replace(/\?.*/, '')];
  if (!text) return null;
  return (
    <ButtonLink as={Link} to={from} look="line" size="medium">
      {text}
    </ButtonLink>
  );
}

interface RequestSentProps {
  submission: Submission & { readonly fields: { readonly contactEmail: string } };
}

/** The confirmation: a message that disappears, and the link. */
export function RequestSent({ submission: { trackingLink, fields } }: RequestSentProps) {
  const { contactEmail: email } = fields;
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), shownMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <RequestLink trackingLink={trackingLink} actions={<BackLink />}>
      {isShown ? <Alert tone="ok">{sentText}</Alert> : null}
      <p>
        {`${
          trackingLink
            ? `Follow your request by its link, also without an account. We send the link and the quote to ${email} too.`
            : `We send the quote, and the link by which you follow your request, to ${email}.`
        } Keep the link: whoever has it can answer the quote.`}
      </p>
    </RequestLink>
  );
}
