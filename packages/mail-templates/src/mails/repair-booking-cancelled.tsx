import { appointment, type BookingMailData } from '../format/appointment.ts';
import { calendarFile } from '../format/calendar-file.ts';
import { Paragraph } from '../layout/parts.tsx';
import { RequestMail } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { repairBookingSample } from '../sample-data.ts';

export interface RepairBookingCancelledData extends BookingMailData {
  readonly by: 'customer' | 'admin';
  readonly note: string;
}

export const repairBookingCancelled = defineMail<RepairBookingCancelledData>({
  kind: 'service',
  sample: { ...repairBookingSample, by: 'customer', note: '' },
  subject: ({ reference }) => `Your repair booking ${reference} was cancelled`,
  preheader: () => 'The half hour is free again.',
  body: (booking, settings) => (
    <RequestMail
      request={booking}
      settings={settings}
      title="Your repair was cancelled"
      facts={[['Was on', appointment(booking)]]}
      note={booking.by === 'admin' ? booking.note : ''}
      action="See your booking"
    >
      <Paragraph>
        {booking.by === 'customer'
          ? 'As you asked, we have cancelled your repair.'
          : 'We had to cancel your repair.'}{' '}
        The half hour is free again. You may book another one in the shop at any time.
      </Paragraph>
    </RequestMail>
  ),
  calendar: (booking, settings) => calendarFile(booking, settings, 'CANCEL'),
});
