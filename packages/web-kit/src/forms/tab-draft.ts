import { tabStorage } from '../state/tab-storage.ts';

interface TabDraftOptions<Draft> {
  key: string;
  /** Undefined for invalid content, which is deleted. */
  parse: (raw: object) => Draft | undefined;
}

/**
 * Unsent input of a form in this tab, in a key of sessionStorage (decision 98). Never throws: when storage is missing
 * or full, the draft lasts as long as the form.
 */
export function tabDraft<Draft extends object>({ key, parse }: TabDraftOptions<Draft>) {
  const forget = () => tabStorage.write(key, undefined);

  return {
    forget,
    /**
     * The draft of this user, also after a reload; it lasts as long as the tab. A visitor's draft survives their
     * login; another user's draft is deleted.
     */
    read: (userId: string | undefined): Draft | undefined => {
      const raw = tabStorage.read(key);
      const owner: unknown = raw instanceof Object ? Reflect.get(raw, 'userId') : undefined;
      if (raw instanceof Object && (owner === undefined || owner === userId)) {
        const draft = parse(raw);
        if (draft) return draft;
      }
      forget();
      return undefined;
    },
    keep: (userId: string | undefined, draft: Draft) => tabStorage.write(key, { ...draft, userId }),
  };
}
