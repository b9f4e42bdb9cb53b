import { imeiProblem, plainIdentifier } from './imei.ts';
import {
  isPhoneNumber,
  isVisible,
  normalizeEmail,
  normalizeIdentifier,
  normalizeLine,
  normalizePromoCode,
} from './typed-text.ts';

it.each([
  ['a zero-width space', 'DASHAIN\u200B10', 'DASHAIN10'],
  ['direction marks', '\u200E\u202ADASHAIN10\u202C', 'DASHAIN10'],
  ['a no-break space at the end', 'dashain10\u00A0', 'DASHAIN10'],
  ['a no-break hyphen', 'dashain\u201110', 'DASHAIN-10'],
  ['a dash', 'dashain–10', 'DASHAIN-10'],
  ['full width', 'ＤＡＳＨＡＩＮ１０', 'DASHAIN10'],
  ['Devanagari digits', 'DASHAIN१०', 'DASHAIN10'],
])('a promo code with %s is the same code', (_, typed, code) => {
  expect(normalizePromoCode(typed)).toBe(code);
});

it.each([
  ['+९७७ ९८०१२३४५६७', '+977 9801234567'],
  ['\u202A+977 980\u20111234567\u202C', '+977 980-1234567'],
  ['＋９７７９８０１２３４５６７', '+9779801234567'],
  ['+977\u00A0980\u00A01234567', '+977 980 1234567'],
])('a phone number %j is read as %j', (typed, phone) => {
  expect(normalizeIdentifier(typed)).toBe(phone);
  expect(isPhoneNumber(phone)).toBe(true);
});

it.each(['5970000', '01-5970000', '(01) 597-0000', '01 5970000 ext. 12', '9801234567, 9807654321'])(
  '%j is a phone number',
  (text) => expect(isPhoneNumber(text)).toBe(true),
);

it.each(['abc', '----------', '(((())))--', '123', '+', '', 'call 9801234567'])(
  '%j is not a phone number',
  (text) => expect(isPhoneNumber(text)).toBe(false),
);

it.each([
  ['\u200Basha@kinmel.example\u200E', 'asha@kinmel.example'],
  ['mailto:asha@kinmel.example', 'asha@kinmel.example'],
  ['asha\u2011k@kinmel.example', 'asha-k@kinmel.example'],
  ['ａｓｈａ＠kinmel.example', 'asha@kinmel.example'],
  ['asha१@kinmel.example', 'asha1@kinmel.example'],
  ['आशा१@kinmel.example', 'आशा१@kinmel.example'],
])('an e-mail address %j is read as %j', (typed, email) => {
  expect(normalizeEmail(typed)).toBe(email);
});

it.each([
  '356938035643809 / 01',
  '356938035643809/01',
  '35-693803-564380-9 / 01',
  'IMEI: 356938035643809',
  'IMEI 356938035643809',
  'IMEI1: 356938035643809 / 78',
  'IMEI (slot 1): 356938035643809',
  'imei 2 : 3569 3803 5643 809',
  'IMEI/MEID: 356938035643809',
  '\u202A356938035643809\u202C',
  '３５６９３８０３５６４３８０９',
  '३५६९३८०३५६४३८०९',
  '356938\u201103\u2011564380\u20119',
])('an IMEI %j is read', (typed) => {
  expect(plainIdentifier(typed)).toBe('356938035643809');
  expect(imeiProblem(plainIdentifier(typed))).toBeNull();
});

it.each([
  ['S/N: C8QH6T96DPNG', 'C8QH6T96DPNG'],
  ['SN123456', 'SN123456'],
  ['SERIAL9', 'SERIAL9'],
])('a serial number %j is read as %j', (typed, serial) => {
  expect(plainIdentifier(typed)).toBe(serial);
});

it('a name keeps the joiners of its letters, and is composed without invisible characters', () => {
  expect(normalizeLine(' क\u094D\u200Dष\u00A0Rene\u0301e\u200B ')).toBe('क\u094D\u200Dष Renée');
});

it.each(['\u200B', '\u200D\u200C', '\u3164', '\u2800', '\u0301', ' \u00A0', '\u2066\u2069'])(
  '%j is not visible',
  (text) => expect(isVisible(text)).toBe(false),
);
