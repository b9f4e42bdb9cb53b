import { ProblemError } from '../http/problem-error.ts';
import { changeRecord } from './change-record.ts';

const changeWithConflicts = (conflicts: number) => {
  let version = 1;
  return {
    read: async () => ({ version }),
    decide: ({ version: seen }: { version: number }) => ({ to: seen + 10 }),
    async save() {
      version += 1;
      return version > conflicts + 1;
    },
    busy: 'This record is being changed by others.',
  };
};

describe('a change of a record', () => {
  it('decides again on the newer record when another write was first', async () => {
    expect(await changeRecord(changeWithConflicts(2))).toEqual({
      before: { version: 3 },
      decision: { to: 13 },
    });
  });

  it('saves nothing when the rule decides nothing', async () => {
    const save = jest.fn();
    const { before, decision } = await changeRecord({
      ...changeWithConflicts(0),
      decide: () => undefined,
      save,
    });
    expect([before, decision, save.mock.calls]).toEqual([{ version: 1 }, undefined, []]);
  });

  it('is refused with a clear message after eight conflicts', async () => {
    await expect(changeRecord(changeWithConflicts(7))).resolves.toMatchObject({ before: { version: 8 } });
    await expect(changeRecord(changeWithConflicts(8))).rejects.toMatchObject({
      code: 'conflict',
      message: 'This record is being changed by others. Please try again.',
    });
    const busy = () => new ProblemError('version-conflict', 'Look again.');
    await expect(changeRecord({ ...changeWithConflicts(8), busy })).rejects.toMatchObject({
      code: 'version-conflict',
    });
  });

  it('is not repeated when the rule or the database refuses it', async () => {
    const save = jest.fn(() => Promise.reject(new Error('no database')));
    await expect(changeRecord({ ...changeWithConflicts(0), save })).rejects.toThrow('no database');
    expect(save).toHaveBeenCalledTimes(1);
  });
});
