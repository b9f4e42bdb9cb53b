import { useState } from 'react';

/** The limit of a bulk update. */
export const maxSelected = 100;

export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string, isSelected: boolean) => void;
  /** Replaces the selection, up to the limit. */
  readonly set: (ids: readonly string[]) => void;
}

/** The selected rows. The selection spans pages. */
export function useRowSelection(): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    toggle: (id, isSelected) =>
      setIds((before) => {
        const next = new Set(before);
        if (!isSelected) next.delete(id);
        else if (next.size < maxSelected) next.add(id);
        return next;
      }),
    set: (chosen) => setIds(new Set(chosen.slice(0, maxSelected))),
  };
}
