import { appointment, type BookingMailData } from '../format/appointment.ts';
import { calendarFile } from '../format/calendar-file.ts';
import { Paragraph } from '../layout/parts.tsx';
import { RequestMail } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { repairBookingSample } from '../sample-data.ts';

export const repairBookingReceived = defineMail<BookingMailData>({
  kind: 'service',
  sample: repairBookingSample,
  subject: ({ reference }) => `Your repair booking ${reference}`,
  preheader: (booking) => `We expect you on ${appointment(booking)}.`,
  body: (booking, settings) => (
    <RequestMail
      request={booking}
      settings={settings}
      title="Your repair is booked"
      facts={[
        ['When', appointment(booking)],
        ['Where', settings.contact.address],
      ]}
      action="Follow or change your booking"
    >
      <Paragraph>
        Thank you for your booking. The half hour is yours; we look at your booking and write again when it is
        confirmed. By the link below you can move or cancel it until it begins.
      </Paragraph>
    </RequestMail>
  ),
  calendar: (booking, settings) => calendarFile(booking, settings),
});
