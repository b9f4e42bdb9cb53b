import { Alert, Button } from '@kinmel/ui';
import { useGetShopPolicyQuery } from '../../policy/policy-api.ts';
import { CalendarLink } from '../../requests/appointment/calendar-link.tsx';
import { dayText } from '../../requests/appointment/slot.rules.ts';
import { Facts } from '../../requests/facts.tsx';
import type { Submitted } from '../../requests/submitted.ts';
import { RequestLink } from '../../requests/tracking/request-link.tsx';
import { useGetTrackedRequestQuery } from '../../requests/tracking/tracked-request-api.ts';
import classes from './booking-confirmed.module.css';

interface BookingConfirmedProps {
  sent: Submitted;
  onAnother: () => void;
}

/** The half hour in the shop's time, and the link by which it is moved or cancelled. */
export function BookingConfirmed({ sent: { trackingLink, data }, onAnother }: BookingConfirmedProps) {
  const { date = '', time = '', timeZone = '' } = (data ?? {}) as Partial<Record<string, string>>;
  // Without it there is no calendar file here; the mail and the page of the link have it too.
  const { data: tracked } = useGetTrackedRequestQuery(trackingLink?.replace(/^.*\//, '') ?? '', {
    skip: trackingLink === undefined,
  });
  const { data: policy } = useGetShopPolicyQuery();
  return (
    <RequestLink
      trackingLink={trackingLink}
      actions={
        <>
          {tracked ? <CalendarLink tracked={tracked} /> : null}
          <Button look="line" size="medium" onClick={onAnother}>
            Make Another Booking
          </Button>
        </>
      }
    >
      <Alert tone="ok">Your repair is booked.</Alert>
      {date ? (
        <p className={classes.when}>
          {dayText(date)}, {time} <span className={classes.zone}>({timeZone})</span>
        </p>
      ) : null}
      {tracked ? (
        <Facts
          facts={[
            ['For', tracked.subject],
            ['Number', tracked.reference],
            ...(policy ? [['Where', policy.contact.address] as const] : []),
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
