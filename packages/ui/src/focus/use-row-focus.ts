import { useState } from 'react';

/** Where the focus goes in a list whose rows can be removed: the pressed button goes away with its row. Rows are told by keys. */
export interface RowFocus {
  /** The `ref` of the button that removes this row. */
  readonly removeRef: (key: string) => (button: HTMLButtonElement | null) => void;
  /** Before the row at `index` of `keys` goes: the button of the next row takes the focus, or that of the one before. */
  readonly leave: (keys: readonly string[], index: number) => void;
  /** Before a row comes back: its button takes the focus as soon as it stands. */
  readonly comeBack: (key: string) => void;
}

/** One for each list. */
export function useRowFocus(): RowFocus {
  return useState(createRowFocus)[0];
}

function createRowFocus(): RowFocus {
  const buttons = new Map<string, HTMLButtonElement>();
  let awaited: string | undefined;
  return {
    removeRef: (key) => (button) => {
      if (!button) {
        buttons.delete(key);
        return;
      }
      buttons.set(key, button);
      if (awaited !== key) return;
      awaited = undefined;
      button.focus();
    },
    leave: (keys, index) => {
      const neighbour = keys[index + 1] ?? keys[index - 1];
      if (neighbour !== undefined) buttons.get(neighbour)?.focus();
    },
    comeBack: (key) => {
      awaited = key;
    },
  };
}
