import { mailTemplates } from '../mail-templates.ts';
import { sampleSettings } from '../sample-data.ts';
import { calendarFile } from './calendar-file.ts';

const booking = mailTemplates['repair-booking-received'].sample;

describe('the calendar file of a repair', () => {
  it('has the half hour in UTC and neither the link nor the customer (RFC 5545)', () => {
    const { content } = calendarFile(booking, sampleSettings);
    expect(content.split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Kinmel//Repair bookings//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:repair-booking-6600000000000000005a3f0a@shop.kinmel.example',
      'SEQUENCE:1',
      'DTSTAMP:20261121T091200Z',
      'DTSTART:20261124T034500Z',
      'DTEND:20261124T041500Z',
      'SUMMARY:Repair of iPhone 15 Pro',
      'DESCRIPTION:Reference 5A3F0A',
      String.raw`LOCATION:Durbar Marg\, Kathmandu`,
      'ORGANIZER;CN=Kinmel:mailto:hello@kinmel.example',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('cancels the same entry for a cancelled booking', () => {
    const { method, content } = calendarFile({ ...booking, version: 2 }, sampleSettings, 'CANCEL');
    expect(method).toBe('CANCEL');
    expect(content).toContain('\r\nMETHOD:CANCEL\r\n');
    expect(content).toContain('\r\nUID:repair-booking-6600000000000000005a3f0a@shop.kinmel.example\r\n');
    expect(content).toContain('\r\nSEQUENCE:2\r\n');
    expect(content).toContain('\r\nSTATUS:CANCELLED\r\n');
  });

  it('has lines of at most 75 octets for any text', () => {
    const address = 'दरबार मार्ग; '.repeat(12);
    const settings = { ...sampleSettings, contact: { ...sampleSettings.contact, address } };
    const { content } = calendarFile(booking, settings);
    const lines = content.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(content.replaceAll('\r\n ', '')).toContain(`LOCATION:${address.replaceAll(';', String.raw`\;`)}`);
  });
});
