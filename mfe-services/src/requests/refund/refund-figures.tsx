import type { RefundStep } from '@kinmel/pricing';
import { formatPrice } from '@kinmel/web-kit';
import classes from './refund-figures.module.css';

interface RefundFiguresProps {
  lines: readonly { readonly key: string; readonly name: string; readonly quantity: number }[];
  steps: readonly RefundStep[];
  refundInMinorUnits: number;
}

const stepNames = {
  tax: 'Tax',
  shipping: 'Shipping',
  'free-shipping': 'Free shipping no longer applies',
} as const;

/** What a refund consists of. `quantity` is the number of returned pieces. */
export function RefundFigures({ lines, steps, refundInMinorUnits }: RefundFiguresProps) {
  const nameOf = ({ rule, line: key }: RefundStep) => {
    if (rule !== 'goods') return stepNames[rule];
    const line = lines.find((one) => one.key === key);
    return line ? `${line.quantity} × ${line.name}` : 'Goods';
  };
  return (
    <dl className={classes.figures}>
      {steps.map((step) => (
        <div key={`${step.rule} ${step.line}`}>
          <dt>{nameOf(step)}</dt>
          <dd>{formatPrice(step.amountInMinorUnits / 100)}</dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>Total</dt>
        <dd>{formatPrice(refundInMinorUnits / 100)}</dd>
      </div>
    </dl>
  );
}
