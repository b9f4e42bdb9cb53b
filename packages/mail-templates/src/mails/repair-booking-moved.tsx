import { appointment, type BookingMailData, slot } from '../format/appointment.ts';
import { calendarFile } from '../format/calendar-file.ts';
import { Paragraph } from '../layout/parts.tsx';
import { RequestMail } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { repairBookingSample } from '../sample-data.ts';

export interface RepairBookingMovedData extends BookingMailData {
  readonly from: { readonly date: string; readonly time: string };
  readonly by: 'customer' | 'admin';
  readonly note: string;
}

export const repairBookingMoved = defineMail<RepairBookingMovedData>({
  kind: 'service',
  sample: {
    ...repairBookingSample,
    from: { date: '2026-11-23', time: '14:00' },
    by: 'admin',
    note: 'The part comes a day later.',
  },
  subject: ({ reference }) => `Your repair booking ${reference} has a new time`,
  preheader: (booking) => `We now expect you on ${appointment(booking)}.`,
  body: (booking, settings) => (
    <RequestMail
      request={booking}
      settings={settings}
      title="Your repair has a new time"
      facts={[
        ['New time', appointment(booking)],
        ['Before', slot(booking.from)],
        ['Where', settings.contact.address],
      ]}
      note={booking.by === 'admin' ? booking.note : ''}
      action="Follow or change your booking"
    >
      <Paragraph>
        {booking.by === 'customer'
          ? 'As you asked, we have moved your repair.'
          : 'We had to move your repair.'}{' '}
        The half hour of before is free again. The new time does not suit you? By the link below you can move
        or cancel it until it begins.
      </Paragraph>
    </RequestMail>
  ),
  calendar: (booking, settings) => calendarFile(booking, settings),
});
