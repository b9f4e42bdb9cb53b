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
  const forget = () => {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nothing to remove without storage.
    }
  };

  return {
    forget,
    read: (userId) => {
      try {
        const raw: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
        if (raw === null) return undefined;
        if (typeof raw === 'object') {
          const owner: unknown = Reflect.get(raw, 'userId');
          const draft = owner === undefined || owner === userId ? parse(raw) : undefined;
          if (draft) return draft;
        }
      } catch {
        // Without storage, or with invalid content, there is no draft.
      }
      forget();
      return undefined;
    },
    keep: (userId, draft) => {
      try {
        sessionStorage.setItem(key, JSON.stringify({ ...draft, userId }));
      } catch {
        // Without storage it lasts as long as the form.
      }
    },
  };
}
