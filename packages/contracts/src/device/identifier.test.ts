import { identifierSchema, imeiSchema } from './identifier.ts';

const refusalOf = (schema: typeof imeiSchema | typeof identifierSchema, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message;

describe('an IMEI of the form', () => {
  it.each([
    ['356938035643809', '356938035643809'],
    [' 35 693803 564380 9 ', '356938035643809'],
    ['35-693803-564380-9', '356938035643809'],
    ['', ''],
    ['   ', ''],
  ])('%j is read as %j', (text, imei) => {
    expect(imeiSchema.parse(text)).toBe(imei);
  });

  it.each([
    ['356938035643808', 'A digit of this IMEI is wrong'],
    ['35693803564380', 'One digit is missing: an IMEI has 15 digits'],
    ['3569380356438', 'this number has 13'],
    ['3569380356438099', 'this number has 16'],
    ['35693803564380A', 'has only digits: the letter A is at place 15'],
    ['3569380356438O9', 'the letter O (a 0?) is at place 14'],
    ['356938035643809 or 490154203237518', 'only the number'],
    ['000000000000000', 'is not the number of a phone'],
    ['UNKNOWN', 'is not the number of a phone'],
    ['３５６９３８０３５６４３８０８', 'A digit of this IMEI is wrong'],
    ['1'.repeat(41), 'has 15 digits'],
  ])('%s is refused with a message', (text, message) => {
    expect(refusalOf(imeiSchema, text)).toContain(message);
  });
});

describe('an identifier that staff enter', () => {
  it.each([
    ['490154203237518', { kind: 'imei', value: '490154203237518' }],
    ['a0-000000-2c1f9d', { kind: 'meid', value: 'A00000002C1F9D' }],
    ['268435456010201020', { kind: 'meid', value: '268435456010201020' }],
    ['B0000000C21F9D', { kind: 'meid', value: 'B0000000C21F9D' }],
    ['f2lx81abcq1g', { kind: 'serial', value: 'F2LX81ABCQ1G' }],
    ['R58M123ABCD', { kind: 'serial', value: 'R58M123ABCD' }],
    ['T7G0215A10000001', { kind: 'serial', value: 'T7G0215A10000001' }],
    ['BZLSB1QGISO', { kind: 'serial', value: 'BZLSB1QGISO' }],
    ['FRQXTGKVPN', { kind: 'serial', value: 'FRQXTGKVPN' }],
    ['IMEI 490154203237518', { kind: 'imei', value: '490154203237518' }],
    ['IMEI1 490154203237518', { kind: 'imei', value: '490154203237518' }],
    ['IMEI No. 490154203237518', { kind: 'imei', value: '490154203237518' }],
    ['lMEI: 490154203237518', { kind: 'imei', value: '490154203237518' }],
  ])('%s is read as %j', (text, identifier) => {
    expect(identifierSchema.parse(text)).toEqual(identifier);
  });

  it.each([
    ['', 'has 15 digits'],
    ['49015420323751', 'One digit is missing'],
    ['490154203237517', 'A digit of this IMEI is wrong'],
    ['F2L', 'has only digits'],
    ['F2LX81ABCQ1G$', 'has only digits'],
    ['A'.repeat(41), 'At most 40 characters'],
    ['49O154203237518', 'the letter O (a 0?) is at place 3'],
    ['49ol54203237518', 'the letter O (a 0?) is at place 3, L (a 1?) at place 4'],
    ['4901S420323751B', 'the letter S (a 5?) is at place 5, B (an 8?) at place 15'],
    ['4901542O323751', 'the letter O (a 0?) is at place 8'],
    ['49O1542032375188', 'the letter O (a 0?) is at place 3'],
    ['49015420X237518', 'the letter X is at place 9'],
    ['490154203237518X', 'the letter X is at place 16'],
    ['phone 490154203237518', 'only the number'],
    ['490154203237518 black', 'only the number'],
    ['4901542032375188', 'this number has 16'],
    ['490154203237518001', 'this number has 18'],
  ])('%j is refused with a message', (text, message) => {
    expect(refusalOf(identifierSchema, text)).toContain(message);
  });

  it.each([
    'UNKNOWN',
    'n/a',
    'none',
    'TEST',
    'test123',
    'Not available',
    'unreadable',
    'serial9',
    'XXXXXX',
    'AAAAAAAAAAAAAA',
    '1'.repeat(15),
    '1'.repeat(18),
    '123456789012347',
    '012345678901237',
    'qwertyuiop',
  ])('%j is a placeholder and refused with a message', (text) => {
    expect(refusalOf(identifierSchema, text)).toContain('is not the number of a phone');
  });
});
