import classes from './facts.module.css';

/** A name with its value; a fact without a value is not shown. */
export type Fact = readonly [name: string, value: string | undefined];

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
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
