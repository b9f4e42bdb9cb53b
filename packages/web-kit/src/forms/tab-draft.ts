import { tabStorage } from '../state/tab-storage.ts';

/** Unsent form input in this tab (decision 30). */
export interface TabDraft<Draft extends object> {
  /**
   * The draft of this user, also after a reload; it lasts as long as the tab. A visitor's draft is kept when they sign
   * in; another user's draft is deleted.
   */
  readonly read: (userId: string | undefined) => Draft | undefined;
  readonly keep: (userId: string | undefined, draft: Draft) => void;
  readonly forget: () => void;
}

interface TabDraftOptions<Draft> {
  key: string;
  /** Undefined for invalid content, which is deleted. */
  parse: (raw: object) => Draft | undefined;
}

/**
 * The draft of a form, in a key of sessionStorage. Never throws when storage is missing or full: the draft then lasts
 * as long as the form.
 */
export function tabDraft<Draft extends object>({ key, parse }: TabDraftOptions<Draft>): TabDraft<Draft> {
  const forget = () => tabStorage.write(key, undefined);

  return {
    forget,
    read: (userId) => {
      const raw = tabStorage.read(key);
      const owner: unknown = raw instanceof Object ? Reflect.get(raw, 'userId') : undefined;
      if (raw instanceof Object && (owner === undefined || owner === userId)) {
        const draft = parse(raw);
        if (draft) return draft;
      }
      forget();
      return undefined;
    },
    keep: (userId, draft) => tabStorage.write(key, { ...draft, userId }),
  };
}
