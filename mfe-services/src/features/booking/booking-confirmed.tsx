import { Alert, Button, Facts } from '@kinmel/ui';
import { useGetShopPolicyQuery } from '../../policy/shop-policy.ts';
import { dayText } from '../../requests/appointment/appointment.rules.ts';
import { CalendarLink } from '../../requests/appointment/calendar-link.tsx';
import { requestsApi } from '../../requests/requests-api.ts';
import type { Submission } from '../../requests/submit-request.ts';
import { RequestLink } from '../../requests/tracking/request-link.tsx';

interface BookingConfirmedProps {
  submission: Submission;
  onAnother: () => void;
}

/** The confirmation of a booking, with its time in the shop's time zone. */
export function BookingConfirmed({ submission: { trackingLink, data }, onAnother }: BookingConfirmedProps) {
  const { date = '', time = '', timeZone = '' } = (data ?? {}) as Partial<Record<string, string>>;
  // Optional: mail and tracking page show the same details.
  const { data: trackedRequest } = requestsApi.useGetTrackedRequestQuery(
    trackingLink?.replace(/^.*\//, '') ?? '',
    {
      skip: trackingLink === undefined,
    },
  );
  const { data: policy } = useGetShopPolicyQuery();
  return (
    <RequestLink
      trackingLink={trackingLink}
      actions={
        <>
          {trackedRequest ? <CalendarLink trackedRequest={trackedRequest} /> : null}
          <Button look="line" size="medium" onClick={onAnother}>
            Make Another Booking
          </Button>
        </>
      }
    >
      <Alert tone="ok">Your repair is booked.</Alert>
      {date ? (
        <p className="type-block">
          <span>{`${dayText(date)}, ${time}`}</span> <span className="type-detail">{`(${timeZone})`}</span>
        </p>
      ) : null}
      {trackedRequest ? (
        <Facts
          facts={[
            ['For', trackedRequest.subject],
            ['Number', trackedRequest.reference],
            ['Where', policy?.contact.address],
          ]}
        />
      ) : null}
      <p>
        We write you a mail with all of it. By its link you can move or cancel the booking, also without an
        account.
      </p>
    </RequestLink>
  );
}
