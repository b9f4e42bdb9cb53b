import { createLogger, maskContact } from './logger.ts';

function logged(entry: object): string {
  const lines: string[] = [];
  createLogger({ service: 'test', level: 'info', destination: { write: (line) => lines.push(line) } }).info(
    entry,
  );
  return lines.join('');
}

describe('the log', () => {
  it.each(['password', 'token', 'refreshToken', 'accessToken', 'authorization', 'cookie', 'set-cookie'])(
    'redacts %s at the top and inside (I-13)',
    (name) => {
      const text = logged({
        [name]: 'hunter2',
        body: { [name]: 'hunter2' },
        req: { headers: { [name]: 'hunter2' } },
      });
      expect(text).not.toContain('hunter2');
      expect(text.match(/\[redacted\]/g)).toHaveLength(3);
    },
  );

  it('masks e-mail addresses and phone numbers (I-13)', () => {
    const text = logged({ email: 'ram@example.com', customer: { phone: '9841234567' } });
    expect(text).toContain('r***@example.com');
    expect(text).toContain('***4567');
    expect(text).not.toContain('984123');
    expect(maskContact('12345')).toBe('***');
  });

  it('writes a line of JSON with level, service and ISO time', () => {
    expect(JSON.parse(logged({ orderId: '1' }))).toMatchObject({
      level: 'info',
      service: 'test',
      orderId: '1',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });
});
