import { filledText } from '@kinmel/contracts/browser';
import { selectUser, useAppSelector } from '@kinmel/web-kit';
import { tabDraft } from '@kinmel/web-kit/forms';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';

interface Dialog {
  /** What kind of record it changes. */
  readonly kind: string;
  /** Which dialog of that kind: "status", "quote". */
  readonly what: string;
  readonly id: string;
  /** Of the record as it was when the dialog was filled in. */
  readonly version: number;
}

interface DialogDraft extends Dialog {
  readonly fields: Readonly<Record<string, string>>;
}

const keptDialog = z.object({
  kind: filledText,
  what: filledText,
  id: filledText,
  version: z.number(),
  fields: z.record(z.string(), z.string()),
});

/** What was filled in of the last dialog and not sent: a session that ends meanwhile leads to /login and back to it (decision 30). */
const kept = tabDraft<DialogDraft>({
  key: 'kinmel:dialog',
  parse: (raw) => keptDialog.safeParse(raw).data,
});

/** What this dialog was left with, of the same record. */
export function useDialogDraft({ kind, what, id, version }: Dialog) {
  const userId = useAppSelector(selectUser)?.id;
  const [draft] = useState(() => {
    const left = kept.read(userId);
    return left?.kind === kind && left.what === what && left.id === id ? left : undefined;
  });
  return {
    fields: draft?.fields,
    /** Somebody else changed the record since. */
    isOvertaken: draft !== undefined && draft.version !== version,
    keep: (fields: DialogDraft['fields']) => kept.keep(userId, { kind, what, id, version, fields }),
    forget: kept.forget,
  };
}

/** Keeps what is filled in, once something is. */
export function useKeepDraft(
  { keep }: Pick<ReturnType<typeof useDialogDraft>, 'keep'>,
  fields: DialogDraft['fields'],
  isDirty: boolean,
): void {
  useEffect(() => {
    if (isDirty) keep(fields);
  });
}

/** The dialog of a list that was left half filled, to be opened again; `done` when it was closed. */
export function useLeftDialog(kind: string | undefined): {
  readonly what: string | undefined;
  readonly id: string | undefined;
  readonly done: () => void;
} {
  const userId = useAppSelector(selectUser)?.id;
  const [left, setLeft] = useState(() => {
    const draft = kept.read(userId);
    return draft?.kind === kind ? draft : undefined;
  });
  return { what: left?.what, id: left?.id, done: () => setLeft(undefined) };
}
