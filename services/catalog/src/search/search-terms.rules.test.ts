import fc from 'fast-check';
import { allowedTypos, searchTerms } from './search-terms.rules.ts';

describe('search terms', () => {
  it.each([
    ['Galaxy S25 Ultra', ['galaxy', 's25', 'ultra']],
    ['iphone15', ['iphone', '15']],
    ['256 GB', ['256gb']],
    ['256GB', ['256gb']],
    ['6.3 inch OLED', ['6inch', '6inch3', 'oled']],
    ['13 inch', ['13inch']],
    ['13-inch', ['13inch']],
    ['13.6" laptop', ['13inch', '13inch6', 'laptop']],
    ['Galaxy S24+', ['galaxy', 's24', 'plus']],
    ['Galaxy S24 Plus', ['galaxy', 's24', 'plus']],
    ['wifi Wi-Fi WI FI', ['wifi', 'wifi', 'wifi']],
    ['usbc USB-C usb c USB Type-C type c', ['usbc', 'usbc', 'usbc', 'usbc', 'usbc']],
    ['Café Écran', ['cafe', 'ecran']],
    ['the best phone for you', ['best', 'phone']],
    ['AirPods Pro 2 (USB-C)', ['airpod', 'pro', '2', 'usbc']],
    ['phones laptops watches accessories', ['phone', 'laptop', 'watch', 'accessory']],
    ['lens glass wireless OnePlus Watch Series', ['lens', 'glass', 'wireless', 'oneplus', 'watch', 'serie']],
    ['\u03f9 \u03f2', ['\u03c2', '\u03c2']],
    ['', []],
    ['   ', []],
    ['!!! ??? ...', []],
  ])('of %j are %j', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms);
  });

  it('are extracted in linear time (C-05)', () => {
    const { user, system } = process.cpuUsage();
    searchTerms('a'.repeat(100_000));
    searchTerms('1 gb '.repeat(20_000));
    for (const part of ['1', '1.', 'usb ', 'type-', 'wi-', '+'])
      searchTerms(part.repeat(100_000 / part.length));
    expect(process.cpuUsage({ user, system }).user / 1_000).toBeLessThan(1_000);
  });

  it('of a plain text do not depend on other scripts in it', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(fc.constantFrom('iPhone15', '256', 'GB', '6.3', 'the', 'Buds3', 'x', '12'), { maxLength: 8 }),
    );
    fc.assert(
      fc.property(text, (given) => {
        const plain = Array.isArray(given) ? given.join(' ') : given;
        expect(searchTerms(`${plain} é`)).toEqual([...searchTerms(plain), 'e']);
      }),
    );
  });

  it('of any text are normalised words of letters and digits (C-05)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const terms = searchTerms(text);
        // No term contains a special character of a pattern.
        for (const term of terms) expect(term).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
        expect(searchTerms(text.toUpperCase().toLowerCase())).toEqual(searchTerms(text.toUpperCase()));
      }),
    );
  });
});

it.each([
  ['sony', 1],
  ['apple', 1],
  ['galaxy', 2],
  ['lte', 0],
  ['256gb', 0],
])('a term such as %s may have %d typos', (term, typos) => {
  expect(allowedTypos(term)).toBe(typos);
});
