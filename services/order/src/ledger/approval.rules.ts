import type { PolicyContent, secondApprovals } from '@kinmel/contracts';
import { refusal, type StaffCall } from '@kinmel/service-kit';

export type SecondApproval = (typeof secondApprovals)[number];

type Person = StaffCall['person'];

/** ORD-K12, ORD-S2: whether an amount, positive or negative, needs the approval of a second person. */
export const needsSecondPerson = (
  amountInMinorUnits: number,
  { approvals }: Pick<PolicyContent, 'approvals'>,
): boolean => Math.abs(amountInMinorUnits) >= approvals.fourEyesFrom.amountInMinorUnits;

/** The credit that staff gave a customer, by cause; negative when staff deducted more. */
export type StaffCreditSums = Readonly<Record<'goodwill' | 'correction', number>>;

/**
 * ORD-K12: whether a change by staff needs a second person, alone or together with the changes of the customer within a
 * year.
 */
export const needsSecondPersonWith = (
  { goodwill, correction }: StaffCreditSums,
  cause: keyof StaffCreditSums,
  amountInMinorUnits: number,
  policy: Pick<PolicyContent, 'approvals' | 'credit'>,
): boolean =>
  [0, goodwill + correction].some((grantedSum) =>
    needsSecondPerson(grantedSum + amountInMinorUnits, policy),
  ) ||
  (cause === 'goodwill' &&
    goodwill + amountInMinorUnits > policy.credit.maxGoodwillPerYear.amountInMinorUnits);

/**
 * ORD-S2: the first approver cannot make the second step. While there is only one staff member, their password is the
 * second approval.
 * @param confirm checks the password, and resolves with whether there are other staff members
 */
export async function secondApproval(
  first: Person,
  second: Person,
  password: string | undefined,
  confirm: (password: string) => Promise<{ readonly hasOtherStaff: boolean }>,
): Promise<SecondApproval> {
  if (first.id !== second.id) return 'other-person';
  if (password === undefined)
    throw refusal(
      'password',
      'You gave the first approval. Another person gives the second one; if you are all the staff there is, enter your password.',
    );
  const { hasOtherStaff } = await confirm(password);
  if (hasOtherStaff)
    throw refusal('status', 'You gave the first approval. Another person of the staff gives the second one.');
  return 'same-person-password';
}
