import { Container, classNames } from '@kinmel/ui';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import classes from './outcome.module.css';

interface OutcomeProps {
  icon?: LucideIcon;
  tone?: 'good' | 'waiting';
  title: string;
  /** With it the title can take the focus. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** On a ground of its own, where nothing in it has one. */
  panel?: boolean;
  children: ReactNode;
}

/** What came of an order or of a payment, in the middle of its page. `outcome.module.css` has the parts of its content. */
export function Outcome({ icon: Icon, tone, title, titleRef, panel, children }: OutcomeProps) {
  return (
    <Container className={classes.page}>
      <div className={classNames(classes.outcome, panel && classes.panel)}>
        {Icon ? <Icon className={classNames(classes.icon, tone && classes[tone])} /> : null}
        {/* What a payment waits for comes without a press of the shopper: a reader says it. */}
        <div aria-live="polite">
          <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className={classes.title}>
            {title}
          </h1>
        </div>
        {children}
      </div>
    </Container>
  );
}
