import { requestCurrency, sellRequestStatuses, usedPhoneFields } from '@kinmel/contracts';
import { fromMinorUnits, pick } from '@kinmel/service-kit';
import type { RequestKindDeclaration, TrackedPart } from '../requests/request-kind.ts';
import {
  agreedOf,
  type Estimate,
  hasAccount,
  isQuoteOpen,
  isSettled,
  isWithdrawable,
  payableOf,
  paymentOf,
  phoneFields,
  type SellRequest,
  sellRules,
  withoutAccount,
  withoutPhone,
} from './sell-request.rules.ts';

export const estimateAnswer = (estimate: Estimate | null) =>
  estimate && {
    low: fromMinorUnits(estimate.lowInMinorUnits),
    high: fromMinorUnits(estimate.highInMinorUnits),
    currency: requestCurrency,
    tableVersion: estimate.tableVersion,
  };

function agreedAmountOf(request: SellRequest) {
  const agreed = agreedOf(request);
  return agreed && fromMinorUnits(agreed.amount.amountInMinorUnits);
}

const agreedAnswer = (agreed: SellRequest['agreed']) =>
  agreed && { ...agreed, payment: paymentOf({ agreed }) };

const sentBackOf = ({ sentBack }: SellRequest) =>
  sentBack && { at: sentBack.at.toISOString(), note: sentBack.note };

const priceOf = ({ quotedPriceInMinorUnits: price }: SellRequest) =>
  price === null ? null : fromMinorUnits(price);

function actionsOf(request: SellRequest, now: Date): TrackedPart['actions'] {
  if (isQuoteOpen(request, now)) return ['accept', 'decline'];
  return isWithdrawable(request) ? ['cancel'] : [];
}

export const sellRequest = {
  ...sellRules,
  linkLetter: 's',
  collection: 'sell_requests',
  statuses: sellRequestStatuses,
  indexes: [
    // Used by the sweep of expired quotes of received phones.
    [{ status: 1, quoteValidUntil: 1 }, { partialFilterExpression: { deviceId: { $type: 'string' } } }],
    // Used by the sweep of receipts that device may never have stored.
    [{ 'receiving.at': 1 }, { partialFilterExpression: { 'receiving.at': { $type: 'date' } } }],
  ],
  oldFields: {
    currency: requestCurrency,
    agreed: null,
    imeiLastFour: '',
    numberParts: [],
    ...withoutPhone,
    isSettled: null,
  },
  searchedBy: ({ brand, model, imeiLastFour }) => ({ texts: [brand, model, imeiLastFour] }),
  subjectFields: usedPhoneFields,
  answer: (request) => ({
    fullName: request.name,
    contactEmail: request.email,
    contactPhone: request.phone,
    ...pick(request, ...phoneFields, 'description'),
    ...pick(request, 'currency', 'imeiLastFour', 'deviceId', 'inspectionPhotos'),
    sentBack: sentBackOf(request),
    isSettled: isSettled(request),
    agreed: agreedAnswer(agreedOf(request)),
    expectedPrice: fromMinorUnits(request.expectedPriceInMinorUnits),
    estimate: estimateAnswer(request.estimate),
    estimatedPrice: priceOf(request),
    quoteValidUntil: request.quoteValidUntil?.toISOString() ?? null,
    phoneImage: request.photoId === null ? '' : `/api/sell-phone/request/${request.id}/photo`,
  }),
  tracked(request, now, _calendar, _link, rate) {
    const [price, validUntil] = [priceOf(request), request.quoteValidUntil];
    const isExpired = request.status === 'quoted' && !isQuoteOpen(request, now);
    return {
      actions: actionsOf(request, now),
      quote:
        price === null || validUntil === null
          ? null
          : {
              price,
              currency: request.currency,
              validUntil: validUntil.toISOString(),
              isExpired,
              agreed: agreedOf(request)?.amount ?? null,
              pays: payableOf(request, rate, now),
              canBeCredit: hasAccount(request),
              payment: withoutAccount(paymentOf({ agreed: agreedOf(request) })),
              photos: request.inspectionPhotos,
            },
      offered: {
        ...pick(request, 'condition', 'hasCharger', 'currency'),
        expectedPrice: fromMinorUnits(request.expectedPriceInMinorUnits),
        isReceived: request.deviceId !== null && request.sentBack === null,
        sentBack: sentBackOf(request),
        isSettled: isSettled(request),
        isPaid: request.isPaid === true,
      },
    };
  },
  cells: (request) => ({ agreed: agreedAmountOf(request) }),
  audited: (request) => ({
    agreed: agreedAmountOf(request) ?? undefined,
    quotedPrice: priceOf(request) ?? undefined,
    quoteValidUntil: request.quoteValidUntil,
  }),
} satisfies RequestKindDeclaration<SellRequest>;
