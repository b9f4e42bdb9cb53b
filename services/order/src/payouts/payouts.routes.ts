import { type Payout as PayoutAnswer, payoutEndpoints } from '@kinmel/contracts';
import { type PhotosForStaff, photoForStaff, unusedPhotos } from '@kinmel/pictures';
import {
  type AuditContext,
  auditEntry,
  ProblemError,
  paginationOf,
  pick,
  type Route,
  route,
  type StaffCall,
} from '@kinmel/service-kit';
import { approve, changedMeanwhile, type Payout, paidEvent, pay } from './payout.rules.ts';
import type { PayoutsStore } from './payouts.store.ts';

export interface PayoutsContext extends PhotosForStaff, AuditContext {
  readonly payouts: PayoutsStore;
  readonly now: () => Date;
  readonly sendEvents: () => void;
}

const success = true as const;

const answerOf = ({ userId: _userId, proofId, ...payout }: Payout): PayoutAnswer => ({
  ...payout,
  approvedBy: payout.approvedBy?.name ?? null,
  paidBy: payout.paidBy?.name ?? null,
  proof: proofId ? `${payoutEndpoints.listPayouts.path}/${payout.id}/proof` : null,
  createdAt: payout.createdAt.toISOString(),
  paidAt: payout.paidAt?.toISOString() ?? null,
});

async function change(
  { payouts, sendEvents }: PayoutsContext,
  id: string,
  staff: StaffCall | undefined,
  decide: (payout: Payout, by: StaffCall['person']) => Payout,
  admit?: () => Promise<unknown>,
) {
  const before = await payouts.find(id);
  if (before === undefined || staff === undefined)
    throw new ProblemError('not-found', 'There is no such payout.');
  const after = decide(before, staff.person);
  await admit?.();
  const events = after.status === 'paid' ? [paidEvent(after)] : [];
  const changed = { before: pick(before, 'status'), after: pick(after, 'status'), shown: 'all' } as const;
  const entry = auditEntry(staff, { kind: 'payout', id }, changed);
  if (!(await payouts.replace(before, after, { events, entry }))) throw changedMeanwhile();
  sendEvents();
  return { success, data: answerOf(after) };
}

export const payoutsRoutes = (context: PayoutsContext): Route[] => [
  route(payoutEndpoints.listPayouts, async ({ query }) => {
    const { payouts, total } = await context.payouts.list(query);
    return { success, data: { payouts: payouts.map(answerOf), pagination: paginationOf(query, total) } };
  }),
  route(payoutEndpoints.uploadPayoutProof, async ({ file, staff }) => {
    const photoId = await context.photos.keep(file?.buffer ?? Buffer.alloc(0));
    await context.audit.keep(auditEntry(staff, { kind: 'payout', id: null }));
    return { success, data: { photoId } };
  }),
  route(payoutEndpoints.getPayoutProof, (call) =>
    photoForStaff(context, call, async () => (await context.payouts.find(call.params.id))?.proofId),
  ),
  route(payoutEndpoints.approvePayout, ({ params, body, staff }) =>
    change(context, params.id, staff, (payout, by) => approve(payout, by, body.version)),
  ),
  route(payoutEndpoints.payPayout, ({ params, body, staff }) => {
    const { photos, payouts, now } = context;
    const proofs = body.proofId === null ? [] : [body.proofId];
    return change(
      context,
      params.id,
      staff,
      (payout, by) => pay(payout, by, body, now()),
      () => unusedPhotos(photos, proofs, payouts.proofsInUse),
    );
  }),
];
