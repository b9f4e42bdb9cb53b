import { useState } from 'react';

/**
 * Moves the focus in a list whose rows can be removed, since the pressed button is removed with its row. Rows are
 * identified by keys.
 */
export interface RowFocus {
  /** The `ref` of the remove button of a row. */
  readonly removeRef: (key: string) => (button: HTMLButtonElement | null) => void;
  /** Call before removing the row at `index` of `keys`: focuses the button of the next row, or of the previous one. */
  readonly leave: (keys: readonly string[], index: number) => void;
  /** Call before restoring a row: its button gets the focus once it is mounted. */
  readonly comeBack: (key: string) => void;
}

/** One per list. */
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
