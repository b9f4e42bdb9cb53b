import { useState } from 'react';

/** How many rows one bulk step takes. */
export const mostSelected = 100;

export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string, isSelected: boolean) => void;
  /** Selects exactly these, as far as a bulk step takes them: the ones that failed, or none. */
  readonly set: (ids: readonly string[]) => void;
}

/** The rows that a bulk step will be for. They stay selected over pages of a list. */
export function useRowSelection(): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    toggle: (id, isSelected) =>
      setIds((before) => {
        const next = new Set(before);
        if (!isSelected) next.delete(id);
        else if (next.size < mostSelected) next.add(id);
        return next;
      }),
    set: (chosen) => setIds(new Set(chosen.slice(0, mostSelected))),
  };
}
