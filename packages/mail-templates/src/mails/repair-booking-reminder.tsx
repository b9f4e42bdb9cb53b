import { appointment, type BookingMailData } from '../format/appointment.ts';
import { calendarFile } from '../format/calendar-file.ts';
import { Paragraph } from '../layout/parts.tsx';
import { RequestMail } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { repairBookingSample } from '../sample-data.ts';

export const repairBookingReminder = defineMail<BookingMailData>({
  kind: 'service',
  sample: repairBookingSample,
  subject: ({ reference }) => `Reminder of your repair ${reference}`,
  preheader: (booking) => `We expect you on ${appointment(booking)}.`,
  body: (booking, settings) => (
    <RequestMail
      request={booking}
      settings={settings}
      title="Your repair is coming up"
      facts={[
        ['When', appointment(booking)],
        ['Where', settings.contact.address],
      ]}
      action="Follow or change your booking"
    >
      <Paragraph>
        We are looking forward to your visit. Can you not come? By the link below you can move or cancel your
        booking until it begins, and somebody else gets the half hour.
      </Paragraph>
    </RequestMail>
  ),
  calendar: (booking, settings) => calendarFile(booking, settings),
});
