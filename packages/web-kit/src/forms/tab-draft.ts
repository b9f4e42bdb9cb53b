/** What somebody filled in in this tab and has not sent yet (decision 30). */
export interface TabDraft<Draft extends object> {
  /**
   * The draft of this person, also after a reload; the browser forgets it with the tab. What a visitor filled in goes on when they
   * sign in; what another person left is deleted, not shown.
   */
  readonly read: (userId: string | undefined) => Draft | undefined;
  readonly keep: (userId: string | undefined, draft: Draft) => void;
  readonly forget: () => void;
}

interface TabDraftOptions<Draft> {
  key: string;
  /** Undefined means bad content, which is deleted. */
  parse: (raw: object) => Draft | undefined;
}

/** Ties a key of sessionStorage to a form. A storage that is missing or full never throws: the draft then lasts as long as the form. */
export function tabDraft<Draft extends object>({ key, parse }: TabDraftOptions<Draft>): TabDraft<Draft> {
  const forget = () => {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // There was none to remove.
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
        // No storage, or not what the form wrote there: as if there were none.
      }
      forget();
      return undefined;
    },
    keep: (userId, draft) => {
      try {
        sessionStorage.setItem(key, JSON.stringify({ ...draft, userId }));
      } catch {
        // It lasts as long as the form is open.
      }
    },
  };
}
