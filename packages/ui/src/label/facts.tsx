import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './facts.module.css';

/** A name with its value; a fact without a value is not shown. */
export type Fact = readonly [name: string, value: ReactNode];

interface FactsProps {
  facts: readonly Fact[];
  /** `sum` has long names with the amounts aligned; `rows` has a line below each fact. */
  look?: 'sum' | 'rows' | undefined;
  className?: string | undefined;
}

export const Facts = ({ facts, look, className }: FactsProps) => (
  <dl className={classNames(classes.facts, look && classes[look], className)}>
    {facts
      .filter(([, value]) => Boolean(value))
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
