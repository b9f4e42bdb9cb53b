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
  ])('%j is taken as %j', (text, imei) => {
    expect(imeiSchema.parse(text)).toBe(imei);
  });

  it.each([
    ['356938035643808', 'A digit of this IMEI is wrong'],
    ['35693803564380', 'One digit is missing: an IMEI has 15 digits'],
    ['3569380356438', 'this number has 13'],
    ['3569380356438099', 'this number has 16'],
    ['35693803564380A', 'has only digits'],
    ['000000000000000', 'is not the IMEI of a phone'],
    ['９'.repeat(15), 'A digit of this IMEI is wrong'],
    ['1'.repeat(41), 'has 15 digits'],
  ])('%s is refused in words', (text, message) => {
    expect(refusalOf(imeiSchema, text)).toContain(message);
  });
});

describe('an identifier that staff enter', () => {
  it.each([
    ['490154203237518', { kind: 'imei', value: '490154203237518' }],
    ['a0-000000-2c1f9d', { kind: 'meid', value: 'A00000002C1F9D' }],
    ['268435456010201020', { kind: 'meid', value: '268435456010201020' }],
    ['f2lx81abcq1g', { kind: 'serial', value: 'F2LX81ABCQ1G' }],
  ])('%s is %j', (text, identifier) => {
    expect(identifierSchema.parse(text)).toEqual(identifier);
  });

  it.each([
    ['', 'has 15 digits'],
    ['49015420323751', 'One digit is missing'],
    ['490154203237517', 'A digit of this IMEI is wrong'],
    ['F2L', 'has only digits'],
    ['F2LX81ABCQ1G$', 'has only digits'],
    ['A'.repeat(41), 'At most 40 characters'],
  ])('%j is refused in words', (text, message) => {
    expect(refusalOf(identifierSchema, text)).toContain(message);
  });
});
