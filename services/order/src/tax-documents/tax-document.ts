import type { DocumentKind, Policy } from '@kinmel/contracts';
import type { Order } from '../orders/order.ts';

/** What a document says besides its number. It is copied, so that later changes of order and policy do not affect it. */
export interface DocumentContent
  extends Pick<Order, 'orderNumber' | 'customerDetails' | 'lines' | 'pricing' | 'decisions'> {
  readonly seller: Policy['seller'] & Policy['contact'];
  readonly currency: Policy['currency'];
  /** "Cash on delivery, to be paid", as it was then. */
  readonly payment: string;
  /** Printed at the foot. */
  readonly terms: string;
}

/** A kind of document of an order, or the credit note of one of its returns. */
export type DocumentId = Pick<TaxDocument, 'orderId' | 'kind' | 'returnId'>;

/** An invoice or credit note, which is never changed. */
export interface TaxDocument extends DocumentContent {
  readonly kind: DocumentKind;
  /** `INV-2083/84`: one for each kind and fiscal year. */
  readonly series: string;
  /** Its place in the series, from 1 without gaps. */
  readonly number: number;
  readonly fiscalYear: string;
  readonly issuedAt: Date;
  readonly orderId: string;
  /** The return that a credit note is for; absent when the whole order is credited. */
  readonly returnId?: string | undefined;
  /** The number of the invoice that a credit note takes back; else null. */
  readonly invoiceNumber: string | null;
  /** The reason of a credit note; else empty. */
  readonly reason: string;
}
