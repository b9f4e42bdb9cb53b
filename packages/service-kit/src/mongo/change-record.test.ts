import { ProblemError } from '../http/problem-error.ts';
import { changeRecord } from './change-record.ts';

const counting = (losses: number) => {
  let version = 1;
  return {
    read: async () => ({ version }),
    decide: ({ version: seen }: { version: number }) => ({ to: seen + 10 }),
    async save() {
      version += 1;
      return version > losses + 1;
    },
    busy: 'This record is being changed by others.',
  };
};

describe('a change of a record', () => {
  it('decides again on the newer record when another write was first', async () => {
    expect(await changeRecord(counting(2))).toEqual({ before: { version: 3 }, decision: { to: 13 } });
  });

  it('saves nothing when the rule decides nothing', async () => {
    const save = jest.fn();
    const { before, decision } = await changeRecord({ ...counting(0), decide: () => undefined, save });
    expect([before, decision, save.mock.calls]).toEqual([{ version: 1 }, undefined, []]);
  });

  it('is refused in words after eight losses', async () => {
    await expect(changeRecord(counting(7))).resolves.toMatchObject({ before: { version: 8 } });
    await expect(changeRecord(counting(8))).rejects.toMatchObject({
      code: 'conflict',
      message: 'This record is being changed by others. Please try again.',
    });
    const busy = () => new ProblemError('version-conflict', 'Look again.');
    await expect(changeRecord({ ...counting(8), busy })).rejects.toMatchObject({ code: 'version-conflict' });
  });

  it('does not repeat what the rule or the database refuses', async () => {
    const save = jest.fn(() => Promise.reject(new Error('no database')));
    await expect(changeRecord({ ...counting(0), save })).rejects.toThrow('no database');
    expect(save).toHaveBeenCalledTimes(1);
  });
});
