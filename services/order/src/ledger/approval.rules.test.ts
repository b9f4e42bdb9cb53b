import { policyContent } from '../policy/policy-content.ts';
import { isMuchGoodwill, needsSecondPerson, secondApproval } from './approval.rules.ts';

const from = policyContent.approvals.fourEyesFrom.amountInMinorUnits;
const perYear = policyContent.credit.maxGoodwillPerYear.amountInMinorUnits;
const asha = { id: 'admin-1', name: 'Asha' };
const bikash = { id: 'admin-2', name: 'Bikash' };
const alone = jest.fn(async () => ({ hasOtherStaff: false }));
const withOthers = async () => ({ hasOtherStaff: true });

it('a sum of the policy or more, given or taken, needs a second person (K12)', () => {
  const needs = [from - 1, from, -from, 1 - from].map((sum) => needsSecondPerson(sum, policyContent));
  expect(needs).toEqual([false, true, true, false]);
});

it('goodwill counts with what the customer got within a year (K12)', () => {
  expect(isMuchGoodwill(100, perYear - 100, policyContent)).toBe(false);
  expect(isMuchGoodwill(100, perYear - 99, policyContent)).toBe(true);
});

describe('the second approval (S2)', () => {
  it('is given by another person, whose password nobody asks for', async () => {
    expect(await secondApproval(asha, bikash, undefined, alone)).toBe('other-person');
    expect(alone).not.toHaveBeenCalled();
  });

  it('is the password of the same person while there is nobody else', async () => {
    expect(await secondApproval(asha, asha, 'Admin123', alone)).toBe('same-person-password');
    expect(alone).toHaveBeenCalledWith('Admin123');
  });

  it('of the same person is refused without the password, with a wrong one, and beside other staff', async () => {
    await expect(secondApproval(asha, asha, undefined, alone)).rejects.toMatchObject({
      code: 'conflict',
      details: [{ path: 'password', message: expect.stringMatching(/^You gave the first approval\./) }],
    });
    const wrong = () => Promise.reject(new Error('wrong-password'));
    await expect(secondApproval(asha, asha, 'x', wrong)).rejects.toThrow('wrong-password');
    await expect(secondApproval(asha, asha, 'Admin123', withOthers)).rejects.toMatchObject({
      code: 'conflict',
      details: [{ path: 'status' }],
    });
  });
});
