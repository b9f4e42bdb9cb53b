import { policyContent } from '../policy/policy-content.ts';
import { needsSecondPerson, needsSecondPersonWith, secondApproval } from './approval.rules.ts';

const threshold = policyContent.approvals.fourEyesFrom.amountInMinorUnits;
const perYear = policyContent.credit.maxGoodwillPerYear.amountInMinorUnits;
const asha = { id: 'admin-1', name: 'Asha' };
const bikash = { id: 'admin-2', name: 'Bikash' };
const alone = jest.fn(async () => ({ hasOtherStaff: false }));
const withOthers = async () => ({ hasOtherStaff: true });

it('an amount from the threshold of the policy on, added or deducted, needs a second person (ORD-K12)', () => {
  const needs = [threshold - 1, threshold, -threshold, 1 - threshold].map((sum) =>
    needsSecondPerson(sum, policyContent),
  );
  expect(needs).toEqual([false, true, true, false]);
});

it.each([
  ['goodwill up to the sum of a year', 0, perYear - 100, 'goodwill', 100, false],
  ['goodwill above it', 0, perYear - 99, 'goodwill', 100, true],
  ['goodwill after a correction that deducted some', -perYear, perYear - 99, 'goodwill', 100, true],
  ['a correction beside goodwill of a year', 0, perYear, 'correction', 100, false],
  ['corrections below the sum for two people', threshold - 101, 0, 'correction', 100, false],
  ['corrections that reach it', threshold - 100, 0, 'correction', 100, true],
  ['corrections that deduct as much', 100 - threshold, 0, 'correction', -100, true],
  ['a correction that reaches it with goodwill', threshold - 200, 100, 'correction', 100, true],
  ['a correction that takes back a mistake', threshold - 1, 0, 'correction', 1 - threshold, false],
  ['a large correction, although the sum stays small', 100 - threshold, 0, 'correction', threshold, true],
] as const)(
  '%s counts with what the customer got within a year (ORD-K12)',
  (_, correction, goodwill, cause, amount, needs) => {
    expect(needsSecondPersonWith({ correction, goodwill }, cause, amount, policyContent)).toBe(needs);
  },
);

describe('the second approval (ORD-S2)', () => {
  it('is given by another person, without a password', async () => {
    expect(await secondApproval(asha, bikash, undefined, alone)).toBe('other-person');
    expect(alone).not.toHaveBeenCalled();
  });

  it('is the password of the same person while there are no other staff', async () => {
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
