import { z } from 'zod';
import { emailSchema } from '../auth/user.ts';
import { deviceGrades } from '../browser/device-grades.ts';
import { normalizeLine } from '../browser/typed-text.ts';
import { moneySchema, objectIdSchema, plainText, positiveMoneySchema } from '../primitives.ts';

/** Why an alert is sent: the product is new, back in stock, or its price dropped. */
export const alertCauses = ['new', 'back', 'cheaper'] as const;

export type AlertCause = (typeof alertCauses)[number];

const emailField = { email: emailSchema };

/** The lowest grade that a wish accepts, which only devices have; null accepts any product. Missing in older events. */
const minGrade = z.enum(deviceGrades).nullable().default(null);

/** An alert for one product, or for a wish: any product with all its words up to a price. */
export const createAlertBodySchema = z.discriminatedUnion('kind', [
  z.object({ ...emailField, kind: z.literal('product'), productId: objectIdSchema }),
  z.object({
    ...emailField,
    kind: z.literal('wish'),
    text: plainText(z.string('Say what you look for').max(100, 'At most 100 characters'))
      .overwrite(normalizeLine)
      .min(1, 'Say what you look for'),
    maxPrice: positiveMoneySchema.nullable().default(null),
    minGrade,
  }),
]);

/** The subject of an alert. */
export const alertSubjectFields = {
  kind: z.enum(['product', 'wish']),
  /** Name of the product, or the text of the wish. */
  subject: z.string(),
  /** Null for a wish. */
  productId: z.string().nullable(),
  /** The highest price of a wish. */
  maxPrice: moneySchema.nullable(),
  minGrade,
};

/** An alert as the holder of its link sees it: without the address. */
export const alertSchema = z.object({
  ...alertSubjectFields,
  isConfirmed: z.boolean(),
});

export type Alert = z.output<typeof alertSchema>;
