import { appointment, type BookingMailData } from '../format/appointment.ts';
import { calendarFile } from '../format/calendar-file.ts';
import { Paragraph } from '../layout/parts.tsx';
import { RequestMail } from '../layout/request-mail.tsx';
import { defineMail } from '../mail-template.ts';
import { repairBookingSample } from '../sample-data.ts';

export interface RepairBookingStatusChangedData extends BookingMailData {
  readonly status: 'pending' | 'confirmed' | 'in-repair' | 'done' | 'cancelled';
  readonly note: string;
}

const statusTexts = {
  pending: ['is waiting', 'Your booking waits for us. We write again when it is confirmed.'],
  confirmed: ['is confirmed', 'We have checked your booking. Please bring your phone at the time below.'],
  'in-repair': ['is being worked on', 'Your phone is being repaired. We write again when it is done.'],
  done: ['is done', 'Your phone is repaired. Please come and fetch it during our office hours.'],
  cancelled: ['is cancelled', 'Your repair is cancelled. You may book another half hour at any time.'],
} as const;

export const repairBookingStatusChanged = defineMail<RepairBookingStatusChangedData>({
  kind: 'service',
  sample: { ...repairBookingSample, status: 'confirmed', note: '' },
  variants: { RepairBookingDone: { status: 'done' } },
  subject: ({ reference, status }) => `Your repair ${reference} ${statusTexts[status][0]}`,
  preheader: ({ status }) => statusTexts[status][1],
  body: (booking, settings) => {
    const [what, text] = statusTexts[booking.status];
    return (
      <RequestMail
        request={booking}
        settings={settings}
        title={`Your repair ${what}`}
        facts={[
          ['When', appointment(booking)],
          ['Where', settings.contact.address],
        ]}
        note={booking.note}
        action="Follow your booking"
      >
        <Paragraph>{text}</Paragraph>
      </RequestMail>
    );
  },
  calendar: (booking, settings) =>
    calendarFile(booking, settings, booking.status === 'cancelled' ? 'CANCEL' : 'PUBLISH'),
});
