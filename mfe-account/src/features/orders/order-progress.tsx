import type { OrderStatus } from '@kinmel/contracts';
import { classNames, VisuallyHidden } from '@kinmel/ui';
import Check from 'lucide-react/icons/check';
import { stepOf } from './order.rules.ts';
import classes from './order-progress.module.css';
import { statusLabels, steps } from './orders.content.ts';

/** The progress of an order in four steps; a cancelled order has none. */
export function OrderProgress({ status }: { status: OrderStatus }) {
  const current = stepOf(status);
  if (current === undefined) return null;
  const isArrived = status === 'delivered';
  return (
    <div className={classes.place}>
      <ol className={classes.steps} aria-label="Progress of the order">
        {steps.map((step, position) => {
          const isDone = position < current || isArrived;
          const isCurrent = position === current && !isArrived;
          return (
            <li
              key={step}
              className={classNames(classes.step, isDone && classes.done, isCurrent && classes.current)}
              aria-current={isCurrent ? 'step' : undefined}
            >
              <span className={classes.dot} aria-hidden="true">
                {isDone ? <Check /> : null}
              </span>
              <span className={classes.label}>
                {isCurrent && status === 'confirmed' ? statusLabels.confirmed.label : step}
                <VisuallyHidden>{isDone ? ', done' : ''}</VisuallyHidden>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
