import type { Policy } from '@kinmel/contracts';
import type { PricePolicy } from '@kinmel/pricing';

/** What the cart takes from the policy record: the figures, and the sentences that it shows word for word. */
export interface CartPolicy extends PricePolicy {
  readonly taxLabel: string;
  readonly shippingSentence: string;
  readonly returnsSentence: string;
  readonly paymentsSentence: string;
  readonly supportSentence: string;
}

type Loose<T> = { [Key in keyof T]?: T[Key] extends object ? Loose<T[Key]> : unknown };

const amount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const percentage = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 100;
const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads the answer of `GET /api/policy`; undefined when a figure or a sentence is missing, since no total may be guessed. */
export function readPolicy(answer: unknown): CartPolicy | undefined {
  // The contract's shape with every part in doubt; each is checked below.
  const policy = (answer as { data?: Loose<Policy> } | undefined)?.data;
  const feeInMinorUnits = policy?.shipping?.feeInMinorUnits;
  const freeAboveInMinorUnits = policy?.shipping?.freeAboveInMinorUnits;
  const taxPercent = policy?.tax?.percent;
  const taxLabel = policy?.tax?.label;
  const shippingSentence = policy?.shipping?.sentence;
  const returnsSentence = policy?.returns?.sentence;
  const paymentsSentence = policy?.payments?.sentence;
  const supportSentence = policy?.support?.sentence;
  if (!amount(feeInMinorUnits) || !amount(freeAboveInMinorUnits) || !percentage(taxPercent)) return undefined;
  if (!text(taxLabel) || !text(shippingSentence) || !text(returnsSentence)) return undefined;
  if (!text(paymentsSentence) || !text(supportSentence)) return undefined;
  return {
    feeInMinorUnits,
    freeAboveInMinorUnits,
    taxPercent,
    taxLabel,
    shippingSentence,
    returnsSentence,
    paymentsSentence,
    supportSentence,
  };
}
