import { newDevice } from './device.rules.ts';

const now = new Date('2026-01-01T00:00:00Z');

describe('a new device', () => {
  it('keeps its name without the blanks around it (D1)', () => {
    expect(newDevice('1', ' First ', now)).toEqual({ id: '1', name: 'First', createdAt: now });
  });

  it('is refused with a blank name (D1)', () => {
    expect(() => newDevice('1', '  ', now)).toThrow('Name is required');
  });
});
