import { readCsv } from './csv.ts';

describe('readCsv', () => {
  it('parses quotes, commas and line breaks in cells (RFC 4180), and skips the BOM', () => {
    expect(readCsv('\uFEFFName,Count\r\n"a ""b"", c",3\r\n"one\r\ntwo",\r\nकिनमेल,-1\r\n')).toEqual([
      ['Name', 'Count'],
      ['a "b", c', '3'],
      ['one\r\ntwo', ''],
      ['किनमेल', '-1'],
    ]);
  });

  it('rejects invalid CSV', () => {
    expect(() => readCsv('Name\r\na"b\r\n')).toThrow('Invalid CSV');
  });
});
