import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './tabs.module.css';

export interface TabsProps {
  /** Names the list of tabs for readers. */
  label: string;
  /** A `value` becomes part of an id, so it has no spaces. */
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  /** The open tab when the owner keeps it, for instance in the address. */
  value?: string | undefined;
  /** The tab that is open at first when nobody keeps it; the first one without this. */
  defaultValue?: string | undefined;
  onValueChange?: ((value: string) => void) | undefined;
  orientation?: 'horizontal' | 'vertical' | undefined;
  className?: string | undefined;
}

/** Tabs with arrow keys, Home and End. Only the open panel is in the document. */
export function Tabs(props: TabsProps) {
  const { label, tabs, value, onValueChange, orientation = 'horizontal', className } = props;
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: props.defaultValue ?? tabs[0]?.value } : { value })}
      {...(onValueChange ? { onValueChange } : {})}
      orientation={orientation}
      className={classNames(classes.root, className)}
    >
      <Radix.List aria-label={label} className={classes.list}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={classes.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={classes.panel}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
