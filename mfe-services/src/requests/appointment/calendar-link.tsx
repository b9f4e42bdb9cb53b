import type { TrackedRequest } from '@kinmel/contracts';
import { calendarFile } from '@kinmel/mail-templates/calendar-file';
import { ButtonLink } from '@kinmel/ui';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useGetShopPolicyQuery } from '../../policy/shop-policy.ts';

/**
 * A calendar file of the appointment. It has the UID of the files in the mails, so that the newest version replaces the
 * others.
 */
export function CalendarLink({ trackedRequest }: { trackedRequest: TrackedRequest }) {
  const { data: policy } = useGetShopPolicyQuery();
  const { appointment, id, version, updatedAt, subject, reference } = trackedRequest;
  if (!policy || !appointment) return null;
  const { content } = calendarFile(
    { requestId: id, version, changedAt: updatedAt, startsAt: appointment.startsAt, subject, reference },
    { shopUrl: location.origin, contact: policy.contact },
  );
  return (
    <ButtonLink
      href={`data:text/calendar;charset=utf-8,${encodeURIComponent(content)}`}
      download={`repair-${reference}.ics`}
      look="line"
      size="medium"
    >
      <CalendarPlus />
      Add to calendar
    </ButtonLink>
  );
}
