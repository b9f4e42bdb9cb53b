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
  it.each([
    ['asha', 'asha', true],
    ['asha', undefined, false],
    [undefined, 'asha', true],
  ])('of user %s is shown to user %s: %s, and otherwise deleted', (writer, reader, isShown) => {
    draft.keep(writer, { note: 'ring twice' });
    expect(draft.read(reader)).toEqual(isShown ? { note: 'ring twice' } : undefined);
    expect(draft.read(writer)).toEqual(isShown ? { note: 'ring twice' } : undefined);
    draft.forget();
    expect(draft.read(writer)).toBeUndefined();
  });

  it('is deleted when its content does not match the form', () => {
    for (const text of ['{', '7', '{"note":1}']) {
      sessionStorage.setItem('test.draft', text);
      expect(draft.read('asha')).toBeUndefined();
      expect(sessionStorage.getItem('test.draft')).toBeNull();
    }
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
