import type { BodyOf, BulkJob as BulkJobAnswer, bulkUpdateOrders as endpoint } from '@kinmel/contracts';
import {
  type BulkJobsStore,
  bulkJobAnswer,
  digestOf,
  ProblemError,
  type Repetition,
  readIdempotencyKey,
  runBulkJobs,
  type StaffCall,
} from '@kinmel/service-kit';
import type { OrdersContext } from '../orders-context.ts';
import { updateOrderStatus } from './update-order-status.ts';

type OrderStep = Omit<BodyOf<typeof endpoint>, 'orders'>;

export type OrderJobsStore = BulkJobsStore<OrderStep>;

export interface BulkOrdersContext extends OrdersContext {
  readonly orderJobs: OrderJobsStore;
  readonly startOrderJobs: () => void;
}

interface Caller {
  readonly staff: StaffCall;
  readonly idempotencyKey: string | readonly string[] | undefined;
  readonly traceparent?: string | undefined;
}

/** Accepts a change of many orders as a job, as refunds at the provider take longer than a request may. */
export async function bulkUpdateOrders(
  { orderJobs, startOrderJobs, now }: BulkOrdersContext,
  body: BodyOf<typeof endpoint>,
  { staff, idempotencyKey, traceparent }: Caller,
): Promise<BulkJobAnswer> {
  const { orders, ...command } = body;
  const job = await orderJobs.accept({
    command,
    by: staff,
    traceparent,
    items: orders,
    key: readIdempotencyKey(idempotencyKey),
    bodyHash: digestOf(body),
    now: now(),
  });
  startOrderJobs();
  return bulkJobAnswer(job);
}

export async function getOrderJob(
  { orderJobs }: Pick<BulkOrdersContext, 'orderJobs'>,
  id: string,
): Promise<BulkJobAnswer> {
  const job = await orderJobs.find(id);
  if (job === undefined) throw new ProblemError('not-found', 'There is no such job.');
  return bulkJobAnswer(job);
}

export async function listOrderJobs(
  { orderJobs }: Pick<BulkOrdersContext, 'orderJobs'>,
  staff: StaffCall,
): Promise<BulkJobAnswer[]> {
  return (await orderJobs.running(staff.person.id)).map(bulkJobAnswer);
}

/** Each order is a conditional write: a rejected one does not stop the others. */
export const orderJobsOf = (
  context: OrdersContext,
  store: OrderJobsStore,
): Repetition & { readonly soon: () => void } =>
  runBulkJobs({
    store,
    change: ({ id, version }, { command, by, traceparent }, saveOutcome) =>
      updateOrderStatus(context, {
        ...command,
        orderId: id,
        version,
        adminId: by.person.id,
        staff: by,
        traceparent: traceparent ?? undefined,
        also: saveOutcome,
      }),
    logger: context.logger,
    now: context.now,
  });
