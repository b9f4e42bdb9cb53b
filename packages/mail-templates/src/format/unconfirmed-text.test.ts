import { mailTemplates } from '../mail-templates.ts';
import { renderMail } from '../render-mail.tsx';
import { sampleSettings } from '../sample-data.ts';
import { accountAddress, deliveryAddress, greeting, requestSubject } from './unconfirmed-text.ts';

const genericPhrase = 'the address of your order';

describe('a delivery address in a mail to an unconfirmed mailbox', () => {
  it.each([
    'Asha Rai, Jhamsikhel 12, Lalitpur 44700',
    'P.O. Box 12.5, Flat No.3, 2nd floor, Kathmandu 44600',
    'ठमेल ५, काठमाडौं',
    'O’Hara-Li, 12/3 St. James’ Rd (east), Kathmandu',
    'PP8R+XV, Kathmandu 44600',
    'c/o Rai & Sons, #4, Patan',
  ])('is shown: %s', (text) => {
    expect(deliveryAddress(text)).toBe(text);
  });

  it.each([
    // URLs with and without a scheme.
    'Win at https://evil.example/now, Patan 1',
    'You won! evil.example/prize, Patan 1',
    'WWW.evil, Patan 1',
    't.me/evil claim your prize',
    'x.co',
    'T.ME, Patan',
    'evil.com.',
    'evil.com., Patan',
    'evil.co-op',
    'evil.xn--p1ai',
    'xn--evil-9za Patan',
    'bit.ly/2x',
    '//evil/now',
    // Characters that mail programs treat as dots.
    'evil\u3002com',
    'evil\uff0ecom',
    'evil\u2024com',
    // Invisible characters that are dropped in transit.
    'evil.\u200bcom',
    'evil\u00ad.com',
    'moc.live\u202e',
    // IP addresses and phone numbers.
    '192.0.2.1/now',
    'Call 9800000000 now',
    'Call +977 980-0000 000',
    'Call 555-1234',
    // Mailboxes, mentions and schemes.
    'write to prize@evil, Patan 1',
    'follow @evil',
    'tel:100',
    'mailto:a',
    '<b>Patan</b>',
    'a\\evil',
    // Too long for an address.
    `Patan ${'very '.repeat(20)}good`,
    '',
  ])('is replaced by a generic phrase: %j', (text) => {
    expect(deliveryAddress(text)).toBe(genericPhrase);
  });

  it('is put on one line', () => {
    expect(deliveryAddress(' Patan \n\t 1 ')).toBe('Patan 1');
  });

  it('appears in the mail in this form', () => {
    const textWith = (deliverTo: string) =>
      renderMail('order-placed', { ...mailTemplates['order-placed'].sample, deliverTo }, sampleSettings).text;
    expect(textWith('t.me/evil claim your prize')).not.toContain('evil');
    expect(textWith('t.me/evil claim your prize')).toContain(`Deliver to: ${genericPhrase}`);
  });
});

it.each([
  ['Asha Rai', 'Hello Asha Rai,'],
  ['सीता राई', 'Hello सीता राई,'],
  ['Zoë O’Hara-Li', 'Hello Zoë O’Hara-Li,'],
  ['Win at https://evil.example', 'Hello,'],
  ['evil.example', 'Hello,'],
  ['J. Rai', 'Hello,'],
  ['t.me', 'Hello,'],
  ['xn--evil', 'Hello,'],
  ['Call 9800000000', 'Hello,'],
  ['Claim your prize of a hundred thousand now', 'Hello,'],
  ['', 'Hello,'],
])('greets %s as %s, so that no name carries a message to a stranger', (name, text) => {
  expect(greeting(name)).toBe(text);
});

it.each([
  ['asha.rai@kinmel.example', true],
  ['asha+shop_2@mail.x-y.example', true],
  ['आशा@डाटा.भारत', true],
  ['ram+evil.example/prize@mail.example', false],
  ['ram+claim=your=prize@mail.example', false],
  ['<ram@mail.example>', false],
  [`ram+${'prize'.repeat(12)}@mail.example`, false],
])('shows the address %s only if it can become neither a link nor a message', (email, isShown) => {
  expect(accountAddress(email)).toBe(isShown ? email : 'this mailbox');
  for (const name of ['welcome', 'account-locked', 'session-warning', 'password-changed'] as const) {
    const { text } = renderMail(name, { ...mailTemplates[name].sample, email }, sampleSettings);
    expect(text.replaceAll(/\s+/g, ' ').includes(email)).toBe(isShown);
  }
});

it.each([
  ['Apple iPhone 13, 128 GB, Black', 'Apple iPhone 13, 128 GB, Black'],
  ['2 × iPhone 15 Pro, 256 GB, Black', '2 × iPhone 15 Pro, 256 GB, Black'],
  ['Win at evil.example, 128 GB, Black', 'your phone'],
  ['Call 9800000000, 128 GB, Black', 'your phone'],
  ['iPhone 13\r\nBcc: prize@evil.example', 'your phone'],
  [`${'very '.repeat(20)}good phone`, 'your phone'],
])('names a request about %j as %s, so that no model carries a message to a stranger', (subject, text) => {
  expect(requestSubject(subject)).toBe(text);
  const { text: mail } = renderMail(
    'sell-request-received',
    { ...mailTemplates['sell-request-received'].sample, subject },
    sampleSettings,
  );
  expect(mail.replaceAll(/\s+/g, ' ')).toContain(`About: ${text} `);
});
