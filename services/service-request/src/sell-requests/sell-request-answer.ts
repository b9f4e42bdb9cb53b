import type { RequestHistoryAnswer, SellRequestAnswer } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import type { HistoryEntry } from '../requests/request.rules.ts';
import type { Estimate, SellRequest } from './sell-request.rules.ts';

/** Which person of the staff it was stays inside. */
export const historyAnswer = ({ at, by, what, from, to, note }: HistoryEntry): RequestHistoryAnswer => ({
  at: at.toISOString(),
  by,
  what,
  from,
  to,
  note,
});

export const estimateAnswer = (estimate: Estimate | null) =>
  estimate && {
    low: fromMinorUnits(estimate.lowInMinorUnits),
    high: fromMinorUnits(estimate.highInMinorUnits),
    tableVersion: estimate.tableVersion,
  };

/** A request as staff see it (AENT-01). */
export function sellRequestAnswer(request: SellRequest): SellRequestAnswer {
  const { id, quotedPriceInMinorUnits: price } = request;
  return {
    _id: id,
    id,
    fullName: request.name,
    contactEmail: request.email,
    contactPhone: request.phone,
    brand: request.brand,
    model: request.model,
    storage: request.storage,
    condition: request.condition,
    color: request.color,
    hasCharger: request.hasCharger,
    expectedPrice: fromMinorUnits(request.expectedPriceInMinorUnits),
    estimate: estimateAnswer(request.estimate),
    estimatedPrice: price === null ? null : fromMinorUnits(price),
    quoteValidUntil: request.quoteValidUntil?.toISOString() ?? null,
    description: request.description,
    phoneImage: request.photoId === null ? '' : `/api/sell-phone/request/${id}/photo`,
    adminNotes: request.adminNotes,
    status: request.status,
    history: request.history.map(historyAnswer),
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    version: request.version,
  };
}
