import type { ReactNode } from 'react';
import classes from './fact-groups.module.css';

interface FactGroupProps {
  title: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** A group of a details dialog: its title beside names and values. */
export function FactGroup({ title, facts }: FactGroupProps) {
  return (
    <section className={classes.group} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface WordsProps {
  title: string;
  children: ReactNode;
}

/** A group of a details dialog that is a text. */
export function Words({ title, children }: WordsProps) {
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <div className={classes.words}>{children}</div>
    </section>
  );
}
