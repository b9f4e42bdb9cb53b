/**
 * The answers of several services to the same request.
 * @param owners always the same services in the same order, as `useAnswer` is a hook
 */
export const useEachOwner = <Owner extends string, Answer>(
  owners: readonly Owner[],
  useAnswer: (owner: Owner) => Answer,
) =>
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  Object.fromEntries(owners.map((owner) => [owner, useAnswer(owner)])) as Record<Owner, Answer>;
