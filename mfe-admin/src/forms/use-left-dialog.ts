import { selectUser, useAppSelector } from '@kinmel/web-kit';
import { useState } from 'react';
import { formDraft } from './form-draft.ts';

/** The dialog of a list with an unsaved draft, which is opened again; `done` closes it. */
export function useLeftDialog(kind: string | undefined): {
  readonly what: string | undefined;
  readonly id: string | undefined;
  readonly done: () => void;
} {
  const userId = useAppSelector(selectUser)?.id;
  const [left, setLeft] = useState(() => {
    const draft = formDraft.read(userId);
    return draft?.kind === kind ? draft : undefined;
  });
  return { what: left?.what, id: left?.id, done: () => setLeft(undefined) };
}
