import { filledText } from '@kinmel/contracts/browser';
import { selectUser, useAppSelector } from '@kinmel/web-kit';
import { tabDraft } from '@kinmel/web-kit/forms';
import { useState } from 'react';
import * as z from 'zod/mini';

const draftSchema = z.object({
  /** Kind of record, such as "sell-request". */
  kind: filledText,
  what: filledText,
  /** "new" for a new record. */
  id: filledText,
  /** Version of the record when the form was filled in. */
  version: z.number(),
  /** Changed fields only. */
  fields: z.record(z.string(), z.unknown()),
});

/** Unsaved input of a form. */
export type FormDraft = z.output<typeof draftSchema>;

/** The draft of the last form. It survives the end of a session and the next login (decision 98). */
export const formDraft = tabDraft<FormDraft>({
  key: 'kinmel:form-draft',
  parse: (raw) => draftSchema.safeParse(raw).data,
});

/** The dialog of a list that has an unsaved draft and is opened again; `close` closes it. */
export function useDraftDialog(kind: string | undefined) {
  const userId = useAppSelector(selectUser)?.id;
  const [openedDraft, setOpenedDraft] = useState(() => {
    const draft = formDraft.read(userId);
    return draft?.kind === kind ? draft : undefined;
  });
  return { what: openedDraft?.what, id: openedDraft?.id, close: () => setOpenedDraft(undefined) };
}
