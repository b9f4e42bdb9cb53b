import { randomBytes } from 'node:crypto';
import { seal, unseal } from './seal.ts';

const key = randomBytes(32).toString('base64');

describe('seal', () => {
  it('is opened with its key and never repeats', () => {
    const first = seal('reset-token-æ', key);
    const second = seal('reset-token-æ', key);
    expect(unseal(first, key)).toBe('reset-token-æ');
    expect(unseal(second, key)).toBe('reset-token-æ');
    expect(first).not.toBe(second);
    expect(Buffer.from(first, 'base64url').toString('latin1')).not.toContain('reset-token');
  });

  it('is not opened with another key or a changed byte', () => {
    const sealed = seal('secret', key);
    expect(() => unseal(sealed, randomBytes(32).toString('base64'))).toThrow();
    const bytes = Buffer.from(sealed, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => unseal(changed.toString('base64url'), key)).toThrow();
    }
    expect(() => unseal('', key)).toThrow('not a sealed secret');
  });

  it('refuses a key of another length', () => {
    expect(() => seal('secret', 'c2hvcnQ=')).toThrow('32 bytes');
  });
});
