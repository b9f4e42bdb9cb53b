import { useState } from 'react';

/**
 * Moves the focus in a list whose rows can be removed, since the pressed button is removed with its row. Rows are
 * identified by keys. One per list.
 */
export const useRowFocus = () => useState(createRowFocus)[0];

export type RowFocus = ReturnType<typeof createRowFocus>;

function createRowFocus() {
  const buttons = new Map<string, HTMLButtonElement>();
  let awaitedKey: string | undefined;
  return {
    /** The `ref` of the remove button of a row. */
    removeRef: (key: string) => (button: HTMLButtonElement | null) => {
      if (!button) {
        buttons.delete(key);
        return;
      }
      buttons.set(key, button);
      if (awaitedKey !== key) return;
      awaitedKey = undefined;
      button.focus();
    },
    /**
     * Call before removing the row at `index` of `keys`: focuses the button of the next row, or of the previous one.
     */
    leave: (keys: readonly string[], index: number) => {
      const neighbour = keys[index + 1] ?? keys[index - 1];
      if (neighbour !== undefined) buttons.get(neighbour)?.focus();
    },
    /** Call before restoring a row: its button gets the focus once it is mounted. */
    comeBack: (key: string) => {
      awaitedKey = key;
    },
  };
}
