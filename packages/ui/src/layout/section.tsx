import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import classes from './section.module.css';

export interface SectionProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: ReactNode;
  lead?: ReactNode;
  /** Shown right of the title, on phones below it: "View All (12)". */
  action?: ReactNode;
}

/** A titled section in the page column, 96 px (56 on phones) from its neighbours, named by its title. */
export function Section({ title, lead, action, className, children, ...native }: SectionProps) {
  const id = useId();
  return (
    <section {...native} aria-labelledby={id} className={classNames(classes.section, className)}>
      <div className={classes.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {lead ? <p className="type-lead above-8">{lead}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
