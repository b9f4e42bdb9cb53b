import { filledText } from '@kinmel/contracts/browser';
import { tabDraft } from '@kinmel/web-kit/forms';
import * as z from 'zod/mini';

const draftSchema = z.object({
  /** What kind of record it changes, and which form of that kind: "status", "quote". */
  kind: filledText,
  what: filledText,
  /** "new" for a record that is not there yet. */
  id: filledText,
  /** Of the record as it was when the form was filled in. */
  version: z.number(),
  /** The fields that were changed. */
  fields: z.record(z.string(), z.unknown()),
});

/** What was filled in of a form and not saved. */
export type FormDraft = z.output<typeof draftSchema>;

/** The last form that was left: a session that ends meanwhile leads to /login and back to it (decision 30). */
export const formDraft = tabDraft<FormDraft>({
  key: 'kinmel:form-draft',
  parse: (raw) => draftSchema.safeParse(raw).data,
});
