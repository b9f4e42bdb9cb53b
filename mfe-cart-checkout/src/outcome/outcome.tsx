import { Container, classNames } from '@kinmel/ui';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import classes from './outcome.module.css';

interface OutcomeProps {
  icon?: LucideIcon;
  tone?: 'good' | 'waiting';
  title: string;
  /** Makes the title focusable. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** Has a background of its own, for content without one. */
  panel?: boolean;
  children: ReactNode;
}

/**
 * The result of an order or a payment, in the middle of its page. `outcome.module.css` has the classes for its content.
 */
export function Outcome({ icon: Icon, tone, title, titleRef, panel, children }: OutcomeProps) {
  return (
    <Container className={classes.page}>
      <div className={classNames('stack gap-20', classes.outcome, panel && classes.panel)}>
        {Icon ? (
          <Icon size={56} className={classNames('quiet', classes.icon, tone && classes[tone])} />
        ) : null}
        {/* The result of a payment arrives without an action of the shopper, so it is announced. */}
        <div aria-live="polite">
          <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className={`type-section ${classes.title}`}>
            {title}
          </h1>
        </div>
        {children}
      </div>
    </Container>
  );
}
