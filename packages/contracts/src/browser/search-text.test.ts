import { isFoundBy, searchTerms, typedTerms } from './search-text.ts';

const sita = {
  texts: ['Sita Sharma', 'Apple', 'iPhone 13 Pro'],
  codes: ['KM-7H2K-94QX', 'sita@example.com', '7F3A2B'],
  phones: ['+977 984-1234567'],
};
const terms = searchTerms(sita);
const finds = (typed: string) =>
  typedTerms(typed).every((words) => words.some((word) => terms.some((term) => term.startsWith(word))));

it.each([
  'KM-7H2K-94QX',
  'km-7h2k',
  '7H2K',
  'km7h2k94qx',
  'sita',
  'Sharma',
  'sharma sita',
  'pro iphone sita',
  'sita@example.com',
  'sita@',
  'example',
  '7f3a2b',
  '#7F3A2B',
  '+977 984-1234567',
  '00977 9841234567',
  '0984 1234567',
  '(984) 123 4567',
  '९८४१२३४५६७',
  '\u202A+977\u00A0984\u20111234567\u202C',
  '9841234567',
  '984123',
  '4567',
  'sita 9841234567',
])('a record is found by %j (SIL-54)', (typed) => {
  expect(finds(typed)).toBe(true);
  expect(isFoundBy(typed, sita)).toBe(true);
});

it.each(['ram', 'sita ram', 'KM-XXXX', '4568', '(', '$', '-', '.*', '😀'])(
  'a record is not found by %j (ACHK-08)',
  (typed) => {
    expect(finds(typed)).toBe(false);
    expect(isFoundBy(typed, sita)).toBe(false);
  },
);

it.each([
  ['Łukasz Nguyễn', 'nguyen lukasz'],
  ['Lukasz Nguyen', 'Nguyễn Łukasz'],
  ['José', 'JOSE'],
  ['Jose\u0301', 'josé'],
  ['Müßig', 'mussig'],
  ['सीता शर्मा', 'शर्मा सीता'],
  ['王小明', '王小明'],
])('%j is found by %j, with or without accents and in any order', (name, typed) => {
  expect(isFoundBy(typed, { texts: [name] })).toBe(true);
});

it('vowel signs of Devanagari are not accents', () => {
  expect(isFoundBy('सीता', { texts: ['सत'] })).toBe(false);
});

it('a typed accent also searches for the spelling of older records', () => {
  expect(typedTerms('josé')).toEqual([['jose', 'josé']]);
  expect(typedTerms('   ')).toEqual([]);
});
