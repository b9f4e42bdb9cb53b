import { readCsv } from './csv.ts';

describe('the reader of CSV in tests', () => {
  it('takes quotes, commas and line breaks in cells as RFC 4180 does, and leaves out the mark of UTF-8', () => {
    expect(readCsv('\uFEFFName,Count\r\n"a ""b"", c",3\r\n"one\r\ntwo",\r\nकिनमेल,-1\r\n')).toEqual([
      ['Name', 'Count'],
      ['a "b", c', '3'],
      ['one\r\ntwo', ''],
      ['किनमेल', '-1'],
    ]);
  });

  it('refuses what is none', () => {
    expect(() => readCsv('Name\r\na"b\r\n')).toThrow('No CSV');
  });
});
