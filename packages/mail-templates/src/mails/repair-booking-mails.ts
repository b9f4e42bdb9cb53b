import type * as events from '@kinmel/contracts';
import { type RepairBookingStatus, repairBookingWords } from '@kinmel/contracts/life';
import { calendarFile } from '../format/calendar-file.ts';
import { appointment, slot } from '../format/moment.ts';
import { type BookingMailData, requestMail, statusMail } from '../layout/request-mail.tsx';
import type { MailSettings } from '../mail-settings.ts';
import type { FieldsOf } from '../mail-template.ts';
import { repairBookingSample as sample } from '../sample-data.ts';

interface MovedData extends BookingMailData, FieldsOf<typeof events.repairBookingMoved, 'by' | 'note'> {
  readonly from: { readonly date: string; readonly time: string };
}

interface StatusChangedData extends BookingMailData {
  readonly status: RepairBookingStatus;
  readonly note: string;
}

type CancelledData = BookingMailData & FieldsOf<typeof events.repairBookingCancelled, 'by' | 'note'>;

const placeFact = ({ contact }: MailSettings) => ['Where', contact.address] as const;
const appointmentFacts = (booking: BookingMailData, settings: MailSettings) =>
  [['When', appointment(booking)], placeFact(settings)] as const;

export const repairBookingMails = {
  'repair-booking-received': requestMail<BookingMailData>({
    sample,
    subject: ({ reference }) => `Your repair booking ${reference}`,
    preheader: (booking) => `We expect you on ${appointment(booking)}.`,
    title: () => 'Your repair is booked',
    text: () =>
      'Thank you for your booking. The half hour is yours; we look at your booking and write again when it is confirmed. By the link below you can move or cancel it until it begins.',
    facts: appointmentFacts,
    action: 'Follow or change your booking',
    calendar: (booking, settings) => calendarFile(booking, settings),
  }),
  'repair-booking-moved': requestMail<MovedData>({
    sample: {
      ...sample,
      from: { date: '2026-11-23', time: '14:00' },
      by: 'admin',
      note: 'The part comes a day later.',
    },
    subject: ({ reference }) => `Your repair booking ${reference} has a new time`,
    preheader: (booking) => `We now expect you on ${appointment(booking)}.`,
    title: () => 'Your repair has a new time',
    text: ({ by }) =>
      `${by === 'customer' ? 'As you asked, we have moved your repair.' : 'We had to move your repair.'} Your earlier half hour is free again. The new time does not suit you? By the link below you can move or cancel it until it begins.`,
    facts: (booking, settings) => [
      ['New time', appointment(booking)],
      ['Before', slot(booking.from)],
      placeFact(settings),
    ],
    action: 'Follow or change your booking',
    calendar: (booking, settings) => calendarFile(booking, settings),
  }),
  'repair-booking-reminder': requestMail<BookingMailData>({
    sample,
    subject: ({ reference }) => `Reminder of your repair ${reference}`,
    preheader: (booking) => `We expect you on ${appointment(booking)}.`,
    title: () => 'Your repair is coming up',
    text: () =>
      'We are looking forward to your visit. Can you not come? By the link below you can move or cancel your booking until it begins, and somebody else gets the half hour.',
    facts: appointmentFacts,
    action: 'Follow or change your booking',
    calendar: (booking, settings) => calendarFile(booking, settings),
  }),
  'repair-booking-status-changed': statusMail<RepairBookingStatus, StatusChangedData>(
    'Your repair',
    repairBookingWords,
    {
      sample: { ...sample, status: 'confirmed', note: '' },
      variants: { RepairBookingDone: { status: 'done' } },
      facts: appointmentFacts,
      action: 'Follow your booking',
      calendar: (booking, settings) =>
        calendarFile(booking, settings, booking.status === 'cancelled' ? 'CANCEL' : 'PUBLISH'),
    },
  ),
  'repair-booking-cancelled': requestMail<CancelledData>({
    sample: { ...sample, by: 'customer', note: '' },
    subject: ({ reference }) => `Your repair booking ${reference} was cancelled`,
    preheader: () => 'The half hour is free again.',
    title: () => 'Your repair was cancelled',
    text: ({ by }) =>
      `${by === 'customer' ? 'As you asked, we have cancelled your repair.' : 'We had to cancel your repair.'} The half hour is free again. You may book another one in the shop at any time.`,
    facts: (booking) => [['Was on', appointment(booking)]],
    action: 'See your booking',
    calendar: (booking, settings) => calendarFile(booking, settings, 'CANCEL'),
  }),
};
