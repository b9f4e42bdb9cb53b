import type { BodyOf, inspectReturn, ReturnAnswer } from '@kinmel/contracts';
import { shopCurrency } from '@kinmel/contracts/browser';
import { formatPrice } from '@kinmel/web-kit';
import { minorUnitsOf } from '../../money/typed-amount.ts';

/** Besides these, `line0`, `line1`, …: what becomes of each line, `restock` or `write-off`. */
export interface InspectionFields extends Record<string, string> {
  outcome: string;
  offeredRefund: string;
  /** Ids of photos, parted by spaces. */
  photos: string;
  adminNotes: string;
}

/** An inspection of the return `id`. */
export type Inspection = BodyOf<typeof inspectReturn> & { readonly id: string };

export const lineField = (index: number) => `line${index}`;

export const inspectionFields = ({ lines }: ReturnAnswer): InspectionFields => ({
  ...Object.fromEntries(lines.map((_, index) => [lineField(index), 'restock'])),
  outcome: 'as-described',
  offeredRefund: '',
  photos: '',
  adminNotes: '',
});

export const photoIdsOf = ({ photos }: InspectionFields): string[] => photos.split(' ').filter(Boolean);

export const isLower = ({ outcome }: InspectionFields): boolean => outcome === 'lower';

/** Checks a lower refund and its reason; the server checks the same. */
export function checkInspection(
  fields: InspectionFields,
  { refund }: ReturnAnswer,
): Partial<Record<string, string | undefined>> {
  if (!isLower(fields)) return {};
  return {
    offeredRefund:
      minorUnitsOf(fields.offeredRefund) < refund.amountInMinorUnits
        ? undefined
        : `Please enter an amount below ${formatPrice(refund.amountInMinorUnits / 100)}, with at most two decimals.`,
    adminNotes:
      fields.adminNotes.trim() === '' ? 'Please say in the notes why the refund is lower.' : undefined,
  };
}

export const inspectionBody = (
  fields: InspectionFields,
  { id, version, lines }: ReturnAnswer,
): Inspection => ({
  id,
  version,
  lines: lines.map(({ key }, index) => ({ key, isRestocked: fields[lineField(index)] === 'restock' })),
  photoIds: photoIdsOf(fields),
  ...(isLower(fields) && {
    offeredRefund: {
      amountInMinorUnits: minorUnitsOf(fields.offeredRefund),
      currency: shopCurrency,
    },
  }),
});
