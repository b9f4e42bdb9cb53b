import { useState } from 'react';

/** The limit of a bulk update. */
export const maxSelected = 100;

/** The selected rows. The selection spans pages. */
export function useRowSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    toggle: (id: string, isSelected: boolean) =>
      setIds((previous) => {
        const next = new Set(previous);
        if (!isSelected) next.delete(id);
        else if (next.size < maxSelected) next.add(id);
        return next;
      }),
    /** Replaces the selection, up to the limit. */
    set: (chosen: readonly string[]) => setIds(new Set(chosen.slice(0, maxSelected))),
  };
}

export type RowSelection = ReturnType<typeof useRowSelection>;
