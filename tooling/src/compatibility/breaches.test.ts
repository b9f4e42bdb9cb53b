import { breachesOf } from './breaches.ts';
import { openBreaches } from './compatibility.ts';
import { factsText, parseFacts } from './facts.ts';

const released = `
event order.placed: object
event order.placed lines: array of object
event order.placed lines[].quantity: integer minimum 1
event order.placed note: optional string
event order.placed oldNote: optional string deprecated
event order.archived: object deprecated
event order.archived orderId: string
call PUT /internal/stock/{id}: catalog version 1
call PUT /internal/stock/{id} query: object without other fields
call PUT /internal/stock/{id} answer: object
call PUT /internal/stock/{id} answer.left: integer
setting: object
setting ORDER_URL: optional string uri
stored order.orders: object
stored order.orders total: number
index order.orders number_1: unique
index order.orders code_1: unique sparse
`;

/** The released version with lines replaced (`old -> new`), without lines (`- line`) and with others (`+ line`). */
function changedRelease(...changes: readonly string[]): string {
  return changes.reduce((text, change) => {
    if (change.startsWith('+ ')) return `${text}${change.slice(2)}\n`;
    const [before = '', after] = change.replace(/^- /, '').split(' -> ');
    expect(text).toContain(`${before}\n`);
    return text.replace(`${before}\n`, after === undefined ? '' : `${after}\n`);
  }, released);
}

const breaches = (...changes: readonly string[]) =>
  breachesOf(parseFacts(released), parseFacts(changedRelease(...changes)));

describe('what a release may do beside the one before', () => {
  it.each([
    ['a field', ['+ event order.placed lines[].weight: optional number']],
    [
      'required fields in a new field',
      ['+ event order.placed gift: optional object', '+ event order.placed gift.text: string'],
    ],
    ['a version of an event', ['+ event order.placed.v2: object', '+ event order.placed.v2 total: integer']],
    [
      'a call',
      ['+ call GET /internal/stock: catalog version 1', '+ call GET /internal/stock answer: object'],
    ],
    ['a setting', ['+ setting ORDER_LIMIT: optional string']],
    [
      'a collection',
      [
        '+ stored order.returns: object',
        '+ stored order.returns number: number',
        '+ index order.returns number_1: unique',
      ],
    ],
    [
      'a unique index of new fields',
      ['+ index order.orders cardId_1: unique where {"cardId":{"$type":"string"}}'],
    ],
  ])('it adds %s', (_, changes) => expect(breaches(...changes)).toEqual([]));

  it.each([
    ['a field', '- event order.placed oldNote: optional string deprecated'],
    ['an event', '- event order.archived: object deprecated', '- event order.archived orderId: string'],
  ])('it removes %s that was deprecated', (_, ...changes) => expect(breaches(...changes)).toEqual([]));

  it('it marks as deprecated', () =>
    expect(
      breaches('setting ORDER_URL: optional string uri -> setting ORDER_URL: optional string uri deprecated'),
    ).toEqual([]));

  it('it no longer declares an index, which stays in the database', () =>
    expect(breaches('- index order.orders number_1: unique')).toEqual([]));
});

describe('what a release may not do beside the one before', () => {
  it.each([
    ['removes a field', '- event order.placed note: optional string', /^is gone: mark it as deprecated/],
    ['removes a call', '- call PUT /internal/stock/{id}: catalog version 1', /^is gone/],
    ['removes a setting', '- setting ORDER_URL: optional string uri', /^is gone/],
    ['removes a stored field', '- stored order.orders total: number', /^is gone/],
    [
      'changes a type',
      'stored order.orders total: number -> stored order.orders total: string',
      /^was "number" and is "string"/,
    ],
    [
      'changes a limit',
      'event order.placed lines[].quantity: integer minimum 1 -> event order.placed lines[].quantity: integer minimum 0',
      /^was "integer minimum 1"/,
    ],
    [
      'requires a field',
      'event order.placed note: optional string -> event order.placed note: string',
      /^was "optional string"/,
    ],
    [
      'changes and deprecates',
      'event order.placed note: optional string -> event order.placed note: string deprecated',
      /^was "optional string" and is "string"/,
    ],
    ['adds a required field', '+ event order.placed lines[].weight: number', /^is new and required/],
    ['adds a required stored field', '+ stored order.orders weight: number', /^is new and required/],
    ['adds a required setting', '+ setting ORDER_KEY: string', /^is new and required/],
    [
      'adds a field where others are refused',
      '+ call PUT /internal/stock/{id} query.at: optional string',
      /^is new in call PUT .* query, where the released version refuses/,
    ],
    ['adds a unique index', '+ index order.orders total_-1: unique', /^is a new unique index/],
    [
      'retires an index',
      'index order.orders number_1: unique -> index order.orders number_1: retired',
      /^was "unique" and is "retired"/,
    ],
    [
      'changes an index',
      'index order.orders code_1: unique sparse -> index order.orders code_1: unique',
      /^was "unique sparse"/,
    ],
  ])('it %s', (_, change, why) => {
    expect(breaches(change)).toEqual([{ name: expect.any(String), why: expect.stringMatching(why) }]);
  });
});

describe('a reason for a breach', () => {
  const [breach] = breachesOf(parseFacts('event a.b: object\n'), parseFacts(''));
  const breaches = breach === undefined ? [] : [breach];

  it('accepts only the breach with its name', () => {
    expect(openBreaches(breaches, { 'event a.b': 'nobody has ever sent it' })).toEqual([]);
    expect(openBreaches(breaches, {})).toEqual(breaches);
  });

  it('is refused when there is no such breach any more', () =>
    expect(openBreaches([], { 'event a.b': 'nobody has ever sent it' })).toEqual([
      { name: 'event a.b', why: expect.stringMatching(/remove the reason/) },
    ]));
});

it('facts are written and read again, one a line, by name', () => {
  const text = 'setting A: string pattern ^[a: ]$\nsetting B: optional string\n';
  expect(factsText(parseFacts(`# Release 1.0.0\n${text}`))).toBe(text);
});
