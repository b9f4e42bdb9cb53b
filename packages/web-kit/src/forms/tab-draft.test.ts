import { tabDraft } from './tab-draft.ts';

const draft = tabDraft<{ note: string }>({
  key: 'test.draft',
  parse: (raw) => {
    const note: unknown = Reflect.get(raw, 'note');
    return typeof note === 'string' ? { note } : undefined;
  },
});

afterEach(() => sessionStorage.clear());

describe('a draft of a form', () => {
  it('survives a reload for the same user', () => {
    draft.keep('asha', { note: 'ring twice' });
    expect(draft.read('asha')).toEqual({ note: 'ring twice' });
  });

  it('is deleted and not shown when another user signs in', () => {
    draft.keep('asha', { note: 'ring twice' });
    expect(draft.read(undefined)).toBeUndefined();
    expect(draft.read('asha')).toBeUndefined();
  });

  it('of a visitor is kept when they sign in', () => {
    draft.keep(undefined, { note: 'ring twice' });
    expect(draft.read('asha')).toEqual({ note: 'ring twice' });
  });

  it('is deleted when its content does not match the form', () => {
    for (const text of ['{', '7', '{"note":1}']) {
      sessionStorage.setItem('test.draft', text);
      expect(draft.read('asha')).toBeUndefined();
      expect(sessionStorage.getItem('test.draft')).toBeNull();
    }
  });

  it('is empty after it is forgotten', () => {
    draft.keep('asha', { note: 'ring twice' });
    draft.forget();
    expect(draft.read('asha')).toBeUndefined();
  });

  it('never throws when the browser has no storage', () => {
    const refuse = () => {
      throw new DOMException('No', 'SecurityError');
    };
    const spies = (['getItem', 'setItem', 'removeItem'] as const).map((method) =>
      jest.spyOn(Storage.prototype, method).mockImplementation(refuse),
    );
    draft.keep('asha', { note: 'ring twice' });
    expect(draft.read('asha')).toBeUndefined();
    draft.forget();
    for (const spy of spies) spy.mockRestore();
  });
});
