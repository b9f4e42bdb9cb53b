import type { BodyOf, inspectReturn, ReturnAnswer } from '@kinmel/contracts';
import { numberQuestion, shopCurrency, typedMinorUnits } from '@kinmel/contracts/browser';
import { formatMoney } from '../../money/format-money.ts';

/** Besides these, `line0`, `line1`, …: what becomes of each line, `restock` or `write-off`. */
export interface InspectionFields extends Record<string, string> {
  outcome: string;
  offeredRefund: string;
  photos: string;
  adminNotes: string;
}

export const isLower = ({ outcome }: InspectionFields): boolean => outcome === 'lower';

/** Checks a lower refund and its reason; the server checks the same. */
export function checkInspection(fields: InspectionFields, { refund }: ReturnAnswer) {
  if (!isLower(fields)) return {};
  const isBelow = typedMinorUnits(fields.offeredRefund) < refund.amountInMinorUnits;
  return {
    offeredRefund: isBelow
      ? undefined
      : (numberQuestion(fields.offeredRefund, shopCurrency) ??
        `Please enter an amount below ${formatMoney(refund)}.`),
    adminNotes: fields.adminNotes.trim() ? undefined : 'Please say in the notes why the refund is lower.',
  };
}

export const inspectionBody = (
  fields: InspectionFields,
  { version, lines }: ReturnAnswer,
): Omit<BodyOf<typeof inspectReturn>, 'photoIds'> => ({
  version,
  lines: lines.map(({ key }, index) => ({ key, isRestocked: fields[`line${index}`] === 'restock' })),
  ...(isLower(fields) && {
    offeredRefund: { amountInMinorUnits: typedMinorUnits(fields.offeredRefund), currency: shopCurrency },
  }),
});
