import type { PolicyContent, secondApprovals } from '@kinmel/contracts';
import { ProblemError, type StaffCall } from '@kinmel/service-kit';

export type SecondApproval = (typeof secondApprovals)[number];

type Person = StaffCall['person'];

/** ORD-K12, ORD-S2: whether one person alone may decide about a sum, given or taken. */
export const needsSecondPerson = (
  amountInMinorUnits: number,
  { approvals }: Pick<PolicyContent, 'approvals'>,
): boolean => Math.abs(amountInMinorUnits) >= approvals.fourEyesFrom.amountInMinorUnits;

/** What staff gave a customer by each cause; what they took is negative. */
export type GivenByStaff = Readonly<Record<'goodwill' | 'correction', number>>;

/** ORD-K12: whether a change by staff needs a second person, by itself or added to what staff gave the customer in a year. */
export const needsSecondPersonWith = (
  { goodwill, correction }: GivenByStaff,
  cause: keyof GivenByStaff,
  amountInMinorUnits: number,
  policy: Pick<PolicyContent, 'approvals' | 'credit'>,
): boolean =>
  [0, goodwill + correction].some((grantedSum) =>
    needsSecondPerson(grantedSum + amountInMinorUnits, policy),
  ) ||
  (cause === 'goodwill' &&
    goodwill + amountInMinorUnits > policy.credit.maxGoodwillPerYear.amountInMinorUnits);

const refuse = (message: string, path: string) => new ProblemError('conflict', message, [{ path, message }]);

/**
 * ORD-S2: who approved a sum needs another person for the rest. While one person is all the staff there is, the own password is
 * the second approval.
 * @param confirm checks the password, and tells whether there are other people
 */
export async function secondApproval(
  first: Person,
  second: Person,
  password: string | undefined,
  confirm: (password: string) => Promise<{ readonly hasOtherStaff: boolean }>,
): Promise<SecondApproval> {
  if (first.id !== second.id) return 'other-person';
  if (password === undefined)
    throw refuse(
      'You gave the first approval. Another person gives the second one; if you are all the staff there is, enter your password.',
      'password',
    );
  const { hasOtherStaff } = await confirm(password);
  if (hasOtherStaff)
    throw refuse('You gave the first approval. Another person of the staff gives the second one.', 'status');
  return 'same-person-password';
}
