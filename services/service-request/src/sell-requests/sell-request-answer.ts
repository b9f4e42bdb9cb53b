import type { SellRequestAnswer, TrackedRequest } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import { historyAnswer, trackedFields } from '../requests/request-answer.ts';
import {
  type Estimate,
  isQuoteOpen,
  isWithdrawable,
  type SellRequest,
  subjectOf,
  usualSteps,
} from './sell-request.rules.ts';

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
    usualSteps: [...usualSteps[request.status]],
    history: request.history.map(historyAnswer),
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    version: request.version,
  };
}

/** What the holder of the link sees. */
export function trackedSellRequest(request: SellRequest, now: Date): TrackedRequest {
  const { quotedPriceInMinorUnits: price, quoteValidUntil } = request;
  const isOpen = isQuoteOpen(request, now);
  const beforeQuote: TrackedRequest['actions'] = isWithdrawable(request) ? ['cancel'] : [];
  const actions: TrackedRequest['actions'] = isOpen ? ['accept', 'decline'] : beforeQuote;
  return {
    ...trackedFields('sell-request', subjectOf(request), request),
    actions,
    quote:
      price === null || quoteValidUntil === null
        ? null
        : {
            price: fromMinorUnits(price),
            validUntil: quoteValidUntil.toISOString(),
            isExpired: request.status === 'quoted' && !isOpen,
          },
    appointment: null,
    offered: {
      condition: request.condition,
      hasCharger: request.hasCharger,
      expectedPrice: fromMinorUnits(request.expectedPriceInMinorUnits),
    },
    ordered: null,
    hasPhoto: request.photoId !== null,
  };
}

/** What the link of a request says that staff took away (S6). */
export const trackedRemovedRequest = (request: SellRequest, now: Date): TrackedRequest => ({
  ...trackedSellRequest(request, now),
  note: 'The shop has closed this request and erased your details.',
});
