import { isClosed, type OrderStatus, orderLife, orderWords } from '@kinmel/contracts/life';
import { classNames, VisuallyHidden } from '@kinmel/ui';
import Check from 'lucide-react/icons/check';
import classes from './order-progress.module.css';
import { steps } from './orders.content.ts';

/** The progress of an order in four steps; a cancelled order has none. */
export function OrderProgress({ status }: { status: OrderStatus }) {
  const { progress: current, name } = orderWords[status];
  if (current === undefined) return null;
  const isArrived = isClosed(orderLife, status);
  return (
    <div className={classes.place}>
      <ol className={classes.steps} aria-label="Progress of the order">
        {steps.map((step, position) => {
          const isDone = position < current || isArrived;
          const isCurrent = position === current && !isArrived;
          return (
            <li
              key={step}
              className={classNames(
                'stack gap-8 type-small',
                classes.step,
                isDone && classes.done,
                isCurrent && classes.current,
              )}
              aria-current={isCurrent ? 'step' : undefined}
            >
              <span className={classes.dot} aria-hidden="true">
                {isDone ? <Check /> : null}
              </span>
              <span className={classes.label}>
                {isCurrent && status === 'confirmed' ? name : step}
                <VisuallyHidden>{isDone ? ', done' : ''}</VisuallyHidden>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
