import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './facts.module.css';

/** A name with its value; a fact without a value is not shown. */
export type Fact = readonly [name: string, value: ReactNode];

interface FactsProps {
  facts: readonly Fact[];
  /** Long names, with amounts below each other. */
  isSum?: boolean;
  className?: string | undefined;
}

export const Facts = ({ facts, isSum = false, className }: FactsProps) => (
  <dl className={classNames(classes.facts, isSum && classes.sum, className)}>
    {facts
      .filter(([, value]) => value)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
