import PostalMime from 'postal-mime';
import { composeMail } from './compose-mail.ts';

const mail = {
  messageId: '<m1@kinmel.example>',
  from: 'Kinmel <hello@kinmel.example>',
  to: 'asha.rai@kinmel.example',
  subject: 'Your order KM-7H2K-94QX',
  html: '<!doctype html><p>Thank you</p>',
  text: 'Thank you\nKinmel',
  headers: {},
};

describe('a composed mail', () => {
  it('is read as it was drawn, whatever is in it', async () => {
    const text = 'Hello ठमेल,\n.\n..two dots\nFrom here = there\n\ttab and space \n--\nKinmel\n';
    const html = `<p class="x">${'Kāṭhmāṇḍū €\u00a0\u200c😀 '.repeat(200)}</p>\n.\n<a href="https://a.example/?b=3D&amp;c">c</a>`;
    const read = await PostalMime.parse(composeMail({ ...mail, text, html }));
    expect(read.text?.trimEnd()).toBe(text.trimEnd());
    expect(read.html?.trimEnd()).toBe(html);
  });

  it('shows programs without HTML the text, all others the HTML', () => {
    const message = composeMail(mail).toString();
    expect(message).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(message.indexOf('text/plain')).toBeGreaterThan(0);
    expect(message.indexOf('text/html')).toBeGreaterThan(message.indexOf('text/plain'));
  });

  it('has lines that every mail server passes on as they are', () => {
    const message = composeMail({ ...mail, subject: 'Café '.repeat(30), html: 'é'.repeat(5_000) }).toString();
    const lines = message.split('\r\n');
    expect(lines.filter((line) => line.length > 78 || !/^[\t\x20-\x7e]*$/.test(line))).toEqual([]);
    expect(message.endsWith('--\r\n')).toBe(true);
  });

  it('names its sender, its one reader and itself, and that nobody has to answer', async () => {
    const unsubscribe = '<https://shop.kinmel.example/api/newsletter/unsubscribe?token=t.t>';
    const read = await PostalMime.parse(
      composeMail({
        ...mail,
        subject: 'Réduit de 10 %',
        headers: { 'List-Unsubscribe': unsubscribe, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }),
    );
    const headers = Object.fromEntries(read.headers.map(({ key, value }) => [key, value]));
    expect(read.from).toMatchObject({ name: 'Kinmel', address: 'hello@kinmel.example' });
    expect(read.to).toMatchObject([{ address: 'asha.rai@kinmel.example' }]);
    expect(read.subject).toBe('Réduit de 10 %');
    expect(headers).toMatchObject({
      'message-id': '<m1@kinmel.example>',
      'list-unsubscribe': unsubscribe,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
      'mime-version': '1.0',
      date: expect.stringMatching(/^\w{3}, \d{2} /),
    });
  });

  it('has a calendar file beside its two alternatives', async () => {
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nLOCATION:ठमेल\r\nEND:VCALENDAR\r\n';
    const message = composeMail({ ...mail, calendar: { method: 'CANCEL', content } });
    expect(
      message
        .toString()
        .split('\r\n')
        .filter((line) => line.length > 78),
    ).toEqual([]);
    const read = await PostalMime.parse(message, { attachmentEncoding: 'utf8' });
    expect([read.text?.trimEnd(), read.html?.trimEnd()]).toEqual([mail.text, mail.html]);
    expect(read.subject).toBe(mail.subject);
    expect(read.attachments).toMatchObject([
      { mimeType: 'text/calendar', method: 'CANCEL', disposition: 'attachment', filename: 'repair.ics' },
    ]);
    // On the wire lines end as they have to; this parser gives texts with plain line ends.
    expect(read.attachments[0]?.content).toBe(content.replaceAll('\r\n', '\n'));
    expect(message.toString()).not.toMatch(/[^\r]\n/);
  });

  it.each([
    ['second reader', 'asha@kinmel.example, mallory@evil.example'],
    ['header', 'asha@kinmel.example\r\nBcc: mallory@evil.example'],
  ])('takes no %s out of an address', async (_what, to) => {
    const read = await PostalMime.parse(composeMail({ ...mail, to }));
    expect(read.to?.length ?? 0).toBeLessThanOrEqual(1);
    expect(read.bcc).toBeUndefined();
  });
});
