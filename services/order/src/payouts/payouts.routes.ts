import { type Payout as PayoutAnswer, payoutEndpoints } from '@kinmel/contracts';
import { type PhotosForStaff, photoForStaff, unusedPhotos } from '@kinmel/pictures';
import {
  auditEntry,
  type Call,
  ProblemError,
  paginationOf,
  pick,
  type Route,
  route,
  type ServiceBasis,
  type StaffCall,
} from '@kinmel/service-kit';
import { type SecondApproval, secondApproval } from '../ledger/approval.rules.ts';
import type { LedgerStore } from '../ledger/ledger.store.ts';
import {
  approvePayout,
  changedMeanwhile,
  endPayout,
  eventsOf,
  type Payout,
  payPayout,
  postingOf,
  redirectedEvent,
  redirectPayout,
  redirectRefusal,
  resumePayout,
  stopPayout,
} from './payout.rules.ts';
import type { PayoutsStore } from './payouts.store.ts';

/** Checks the password of the user of a session, and resolves with whether the shop has other staff. */
export type ConfirmStaff = (
  sessionId: string,
  password: string,
) => Promise<{ readonly hasOtherStaff: boolean }>;

export interface PayoutsContext extends PhotosForStaff, Pick<ServiceBasis, 'audit' | 'now' | 'sendEvents'> {
  readonly payouts: PayoutsStore;
  readonly ledger: LedgerStore;
  readonly confirmStaff: ConfirmStaff;
}

const answerOf = ({
  userId: _userId,
  credit: _credit,
  price: _price,
  redirected: _redirected,
  proofId,
  ...payout
}: Payout): PayoutAnswer => ({
  ...payout,
  approvedBy: payout.approvedBy?.name ?? null,
  paidBy: payout.paidBy?.name ?? null,
  proof: proofId ? `${payoutEndpoints.listPayouts.path}/${payout.id}/proof` : null,
  createdAt: payout.createdAt.toISOString(),
  paidAt: payout.paidAt?.toISOString() ?? null,
});

async function findPayout({ payouts }: PayoutsContext, id: string): Promise<Payout> {
  const payout = await payouts.find(id);
  if (payout === undefined) throw new ProblemError('not-found', 'There is no such payout.');
  return payout;
}

/** Saves state, event, audit entry and the posting of credit together. */
async function save(
  { payouts, ledger, now, sendEvents }: PayoutsContext,
  staff: StaffCall,
  before: Payout,
  after: Payout,
  note = '',
) {
  const fields = (payout: Payout) => pick(payout, 'status', 'secondApproval');
  const details = { before: fields(before), after: fields(after), shownFields: 'all', note } as const;
  const entry = auditEntry(staff, { kind: 'payout', id: before.id }, details);
  const posting = after.status === 'paid' ? postingOf(after) : undefined;
  const also = posting ? [post] : [];
  async function post(session: Parameters<LedgerStore['post']>[2]) {
    if (posting) await ledger.post(posting, after.customer, session);
  }
  if (!(await payouts.save(before, after, { events: eventsOf(after, now()), entry, also })))
    throw changedMeanwhile();
  sendEvents();
  return answerOf(after);
}

type StaffStep = Pick<Call<{ id: string }, unknown, unknown, 'admin'>, 'params' | 'staff'>;

async function changePayout(
  context: PayoutsContext,
  { params, staff }: StaffStep,
  decide: (payout: Payout, by: StaffCall['person']) => Payout,
  note?: string,
) {
  const before = await findPayout(context, params.id);
  return save(context, staff, before, decide(before, staff.person), note);
}

export const payoutsRoutes = (context: PayoutsContext): Route[] => [
  route(payoutEndpoints.listPayouts, async ({ query }) => {
    const { payouts, total } = await context.payouts.list(query);
    return { payouts: payouts.map(answerOf), pagination: paginationOf(query, total) };
  }),
  route(payoutEndpoints.getPayout, async ({ params }) => answerOf(await findPayout(context, params.id))),
  route(payoutEndpoints.uploadPayoutProof, async ({ file, staff }) => {
    const photoId = await context.photos.keep(file?.buffer ?? Buffer.alloc(0));
    await context.audit.keep(auditEntry(staff, { kind: 'payout', id: null }));
    return { photoId };
  }),
  route(payoutEndpoints.getPayoutProof, (call) =>
    photoForStaff(context, call, async () => (await context.payouts.find(call.params.id))?.proofId),
  ),
  route(payoutEndpoints.approvePayout, (call) =>
    changePayout(context, call, (payout, by) => approvePayout(payout, by, call.body.version)),
  ),
  route(payoutEndpoints.stopPayout, (call) =>
    changePayout(
      context,
      call,
      (payout) => stopPayout(payout, call.body.version, call.body.reason),
      call.body.reason,
    ),
  ),
  route(payoutEndpoints.resumePayout, (call) =>
    changePayout(context, call, (payout) => resumePayout(payout, call.body.version)),
  ),
  route(payoutEndpoints.redirectPayout, async ({ params, body }) => {
    const before = await findPayout(context, params.id);
    const after = redirectPayout(before, body, context.now());
    if (!after) return;
    const events = [redirectedEvent(after, body, context.now())];
    // Fails if a staff member has already taken this payout in the work queue.
    if (!(await context.payouts.save(before, after, { events }, { 'assignment.personId': null })))
      throw redirectRefusal();
    context.sendEvents();
  }),
  route(payoutEndpoints.endPayout, async ({ params }) => {
    const before = await findPayout(context, params.id);
    const after = endPayout(before);
    if (after && !(await context.payouts.save(before, after, {}))) throw changedMeanwhile();
  }),
  route(payoutEndpoints.payPayout, async ({ params, body: { password, ...body }, staff, identity }) => {
    const { photos, payouts, now, confirmStaff } = context;
    const before = await findPayout(context, params.id);
    const by = staff.person;
    const payWith = (second?: SecondApproval) => payPayout(before, by, body, now(), second);
    // Dry run: rejects an invalid payment before the password is checked.
    payWith();
    const { approvedBy } = before;
    const second =
      approvedBy === null
        ? undefined
        : await secondApproval(approvedBy, by, password, (typedPassword) =>
            confirmStaff(identity.sessionId, typedPassword),
          );
    await unusedPhotos(photos, body.proofId === null ? [] : [body.proofId], payouts.listProofsInUse);
    return save(context, staff, before, payWith(second));
  }),
];
