import type { DocumentKind, Policy } from '@kinmel/contracts';
import type { Order } from '../orders/order.ts';

/**
 * The content of a document except its number. It is copied, so that later changes of order and policy do not affect
 * it.
 */
export interface DocumentContent
  extends Pick<Order, 'orderNumber' | 'customerDetails' | 'lines' | 'pricing' | 'decisions'> {
  readonly seller: Policy['seller'] & Policy['contact'];
  readonly currency: Policy['currency'];
  /** "Cash on delivery, to be paid", as of the time of issue. */
  readonly payment: string;
  /** Printed at the bottom. */
  readonly terms: string;
}

/** Identifies a document of an order by its kind, or the credit note of one of its returns. */
export type DocumentId = Pick<TaxDocument, 'orderId' | 'kind' | 'returnId'>;

/** An invoice or credit note, which is never changed. */
export interface TaxDocument extends DocumentContent {
  readonly kind: DocumentKind;
  /** `INV-2083/84`: one series per kind and fiscal year. */
  readonly series: string;
  /** Its number in the series, from 1 without gaps. */
  readonly number: number;
  readonly fiscalYear: string;
  readonly issuedAt: Date;
  readonly orderId: string;
  /** The return that a credit note is for; absent when the whole order is credited. */
  readonly returnId?: string | undefined;
  /** The number of the invoice that a credit note cancels; otherwise null. */
  readonly invoiceNumber: string | null;
  /** The reason of a credit note; otherwise empty. */
  readonly reason: string;
}
