import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import classes from './tabs.module.css';

export interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  /** A `value` becomes part of an id, so it has no spaces. */
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  /** Makes the tabs controlled; without it the first tab is open initially. */
  value?: string | undefined;
  onValueChange?: ((value: string) => void) | undefined;
  className?: string | undefined;
}

/**
 * Tabs with arrow keys, Home and End and automatic activation (WAI-ARIA authoring practices). Only the open panel is in
 * the document. Hand-written: a tabs library would be larger than the product page itself (decision 57).
 */
export function Tabs(props: TabsProps) {
  const { label, tabs, onValueChange, className } = props;
  const [ownValue, setOwnValue] = useState(tabs[0]?.value);
  const open = props.value ?? ownValue;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const choose = (value: string) => {
    setOwnValue(value);
    if (value !== open) onValueChange?.(value);
  };
  const onKey = (event: KeyboardEvent) => {
    const openIndex = tabs.findIndex(({ value }) => value === open);
    const targets: Record<string, number> = {
      Home: 0,
      End: tabs.length - 1,
      ArrowLeft: openIndex - 1,
      ArrowRight: openIndex + 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const nextIndex = (target + tabs.length) % tabs.length;
    choose(tabs[nextIndex]?.value ?? '');
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[nextIndex]?.focus();
  };

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className={classes.list}
        onKeyDown={onKey}
      >
        {tabs.map(({ value, label: name }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}-tab-${value}`}
            aria-selected={value === open}
            aria-controls={value === open ? `${id}-panel-${value}` : undefined}
            tabIndex={value === open ? 0 : -1}
            className={classes.tab}
            onClick={() => choose(value)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs
        .filter((tab) => tab.value === open)
        .map(({ value, content }) => (
          <div
            key={value}
            role="tabpanel"
            id={`${id}-panel-${value}`}
            aria-labelledby={`${id}-tab-${value}`}
            tabIndex={0}
            className={classes.panel}
          >
            {content}
          </div>
        ))}
    </div>
  );
}
