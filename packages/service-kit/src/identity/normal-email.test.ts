import { normalEmail } from './normal-email.ts';

describe('the normal form of an address', () => {
  it.each([
    ['case and spaces around', '  Asha@Kinmel.EXAMPLE ', 'asha@kinmel.example'],
    ['composed letters', 'ame\u0301lie@x.example', 'am\u00e9lie@x.example'],
    ['wide letters', '\uff56@x.example', 'v@x.example'],
    ['a domain in ASCII', 'v@xn--bcher-kva.example', 'v@bücher.example'],
    ['a domain in letters', 'v@BÜCHER.example', 'v@bücher.example'],
  ])('is the same for %s', (_, entered, normal) => {
    expect(normalEmail(entered)).toBe(normal);
    expect(normalEmail(normal)).toBe(normal);
  });

  it.each(['<v@x.example>', 'v@x.example.', 'v@0x7f.1', 'v@xn--\u{10ffff}.example', 'nobody', ''])(
    'leaves an invalid address unchanged: %j',
    (entered) => {
      expect(normalEmail(entered)).toBe(entered);
    },
  );
});
