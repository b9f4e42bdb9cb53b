import { earlyInputScript } from '@kinmel/tooling/early-input-script';
import type { LateWidget } from '@kinmel/web-kit/host';
import { act } from '@testing-library/react';
import { type FormEvent, Suspense, use, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { replayEarlyInput } from './early-input.ts';

const heard = jest.fn();

function Page() {
  const [name, setName] = useState('');
  const [isSure, setSure] = useState(false);
  const [color, setColor] = useState('black');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    heard('sent', name, isSure, color);
  };
  return (
    <>
      <button type="button" onClick={() => heard('added')}>
        <span>Add to Cart</span>
      </button>
      <form method="post" onSubmit={submit}>
        <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
        <input type="checkbox" checked={isSure} onChange={(event) => setSure(event.target.checked)} />
        <select value={color} onChange={(event) => setColor(event.target.value)}>
          <option>black</option>
          <option>blue</option>
        </select>
        <button type="submit">Send</button>
      </form>
      <form action="/search-results" />
      <output>{`${name} ${isSure} ${color}`}</output>
    </>
  );
}

/** A widget whose code loads later than the page. */
function Late({ code }: { code: Promise<string> }) {
  const words = use(code);
  return (
    <button type="button" onClick={() => heard(words)}>
      {words}
    </button>
  );
}
const lateName = 'mfe-tiny/late';
const withLate = (code: Promise<string>) => (
  <>
    <Page />
    <div data-widget={lateName}>
      <Suspense>
        <Late code={code} />
      </Suspense>
    </div>
  </>
);
const come = (words: string): Promise<string> =>
  Object.assign(Promise.resolve(words), { status: 'fulfilled', value: words });

let root: Root | undefined;
const body = () => document.body;
const find = <Wanted extends HTMLElement>(selector: string) => {
  const found = body().querySelector<Wanted>(selector);
  if (!found) throw new Error(`There is no ${selector}`);
  return found;
};

/** Renders the page like a server, with its inline script. */
function renderedPage(page = <Page />) {
  body().innerHTML = `<div id="app">${renderToString(page)}</div>`;
  const script = document.createElement('script');
  script.textContent = earlyInputScript;
  body().append(script);
}

/** `since` happens after React listens, and before the replay. */
async function takeOver({ page = <Page />, since = () => {}, late = [] as LateWidget[] } = {}) {
  const early = globalThis.kinmelEarlyInput ?? [];
  globalThis.kinmelEarlyInput = [];
  await act(async () => {
    root = hydrateRoot(find('#app'), page);
  });
  await act(async () => since());
  let replayed = Promise.resolve();
  await act(async () => {
    replayed = replayEarlyInput(early, late);
  });
  return { replayed };
}

beforeEach(() => heard.mockClear());
afterEach(() => act(() => root?.unmount()));

/** Like a browser, bypasses React's value tracking. */
function type(text: string) {
  const field = find<HTMLInputElement>('[name=name]');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

describe("input before the page's code has loaded", () => {
  it('is replayed once, however often a button was pressed', async () => {
    renderedPage();
    find('button span').click();
    find('button span').click();
    expect(heard).not.toHaveBeenCalled();
    await takeOver();
    expect(heard.mock.calls).toEqual([['added']]);
  });

  it('restores the fields of a form and submits it', async () => {
    renderedPage();
    type('Aarati');
    find('[type=checkbox]').click();
    const color = find<HTMLSelectElement>('select');
    color.value = 'blue';
    color.dispatchEvent(new Event('input', { bubbles: true }));
    find('[type=submit]').click();
    await takeOver();
    expect(find('output')).toHaveTextContent('Aarati true blue');
    expect(heard.mock.calls).toEqual([['sent', 'Aarati', true, 'blue']]);
  });

  it('restores the fields of a form that was rendered again, as for a signed-in user', async () => {
    renderedPage();
    type('Aarati');
    const before = find('[name=name]');
    await takeOver({ since: () => root?.render(<Page key="signed-in" />) });
    expect(before.isConnected).toBe(false);
    expect(find('output')).toHaveTextContent('Aarati false black');
  });

  it('submits a form with an action to its URL', () => {
    renderedPage();
    const event = new Event('submit', { bubbles: true, cancelable: true });
    find('[action]').dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    expect(globalThis.kinmelEarlyInput).toEqual([]);
  });

  it('is not recorded any more once React listens', async () => {
    renderedPage();
    await takeOver();
    find('button span').click();
    expect(heard.mock.calls).toEqual([['added']]);
    expect(globalThis.kinmelEarlyInput).toBeUndefined();
  });

  it('does not override later input: a changed field, a button pressed again', async () => {
    renderedPage();
    type('Aarati');
    find('button span').click();
    await takeOver({
      since: () => {
        find<HTMLInputElement>('[name=name]').focus();
        type('Bina');
        find('button span').click();
      },
    });
    expect(find<HTMLInputElement>('[name=name]').value).toBe('Bina');
    expect(heard.mock.calls).toEqual([['added']]);
  });

  it.each(['before', 'after'])(
    'is replayed for a late widget when its code has loaded: tapped %s the rest is hydrated',
    async (when) => {
      renderedPage(withLate(come('Late')));
      let arrive = (_words: string) => {};
      const code = new Promise<string>((resolve) => {
        arrive = resolve;
      });
      const tap = () => find(`[data-widget="${lateName}"] button`).click();
      if (when === 'before') tap();
      const { replayed } = await takeOver({
        page: withLate(code),
        since: when === 'after' ? tap : () => {},
        late: [{ name: lateName, code }],
      });
      find('button span').click();
      expect(heard.mock.calls).toEqual([['added']]);
      await act(async () => {
        arrive('Late');
        await replayed;
      });
      expect(heard.mock.calls).toEqual([['added'], ['Late']]);
      expect(globalThis.kinmelEarlyInput).toBeUndefined();
    },
  );

  it('is dropped for a widget that never loads', async () => {
    renderedPage(withLate(come('Late')));
    find(`[data-widget="${lateName}"] button`).click();
    const code = Promise.reject(new Error('no such file'));
    const { replayed } = await takeOver({
      late: [{ name: lateName, code }],
      page: withLate(new Promise(() => {})),
    });
    await replayed;
    expect(heard).not.toHaveBeenCalled();
    expect(globalThis.kinmelEarlyInput).toBeUndefined();
  });
});

it('in a browser below the floor nothing is recorded, and a word about it shows', () => {
  const { toSorted } = Array.prototype;
  Reflect.deleteProperty(Array.prototype, 'toSorted');
  globalThis.kinmelEarlyInput = undefined;
  try {
    body().innerHTML = '<p id="kinmel-below-floor" hidden>This browser is too old</p><form></form>';
    const script = document.createElement('script');
    script.textContent = earlyInputScript;
    body().append(script);
    expect(find('#kinmel-below-floor')).toBeVisible();
    expect(globalThis.kinmelEarlyInput).toBeUndefined();
  } finally {
    Object.defineProperty(Array.prototype, 'toSorted', {
      value: toSorted,
      writable: true,
      configurable: true,
    });
  }
});
