import { earlyInputScript } from '@kinmel/tooling/early-input-script';
import type { LateWidget } from '@kinmel/web-kit/host';
import { act } from '@testing-library/react';
import { type FormEvent, Suspense, use, useState } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { replayEarlyInput } from './early-input.ts';

const onAction = jest.fn();

function Page() {
  const [name, setName] = useState('');
  const [isSure, setSure] = useState(false);
  const [color, setColor] = useState('black');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAction('sent', name, isSure, color);
  };
  return (
    <>
      <button type="button" onClick={() => onAction('added')}>
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

function Search() {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAction('searched', text);
  };
  return (
    <form action="/search-results" onSubmit={submit}>
      <input name="name" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="submit">Search</button>
    </form>
  );
}

function Choices() {
  const [choice, setChoice] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAction('chosen', choice);
  };
  return (
    <form method="post" onSubmit={submit}>
      {['a', 'b'].map((value) => (
        <input
          key={value}
          type="radio"
          name="choice"
          value={value}
          checked={choice === value}
          onChange={() => setChoice(value)}
        />
      ))}
      <button type="submit">Send</button>
    </form>
  );
}

function Clearing() {
  const [text, setText] = useState('');
  return (
    <form method="post">
      <button type="button" onClick={() => setText('')}>
        Clear
      </button>
      <input name="name" value={text} onChange={(event) => setText(event.target.value)} />
    </form>
  );
}

/** A widget whose code loads later than the page. */
function Late({ code }: { code: Promise<string> }) {
  const label = use(code);
  return (
    <button type="button" onClick={() => onAction(label)}>
      {label}
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
const resolvedWith = (label: string): Promise<string> =>
  Object.assign(Promise.resolve(label), { status: 'fulfilled', value: label });

let root: Root | undefined;
const body = () => document.body;
const find = <Wanted extends HTMLElement>(selector: string) => {
  const element = body().querySelector<Wanted>(selector);
  if (!element) throw new Error(`There is no ${selector}`);
  return element;
};

/** Renders the page like a server, with its inline script. */
function renderedPage(page = <Page />) {
  body().innerHTML = `<div id="app">${renderToString(page)}</div>`;
  const script = document.createElement('script');
  script.textContent = earlyInputScript;
  body().append(script);
}

/** `beforeReplay` runs after React listens to events, and before the replay. */
async function takeOver({ page = <Page />, beforeReplay = () => {}, late = [] as LateWidget[] } = {}) {
  const early = globalThis.kinmelEarlyInput ?? [];
  globalThis.kinmelEarlyInput = [];
  globalThis.kinmelHeldInput = early;
  await act(async () => {
    root = hydrateRoot(find('#app'), page);
  });
  await act(async () => beforeReplay());
  globalThis.kinmelHeldInput = undefined;
  let replayed = Promise.resolve();
  await act(async () => {
    replayed = replayEarlyInput(early, late);
  });
  return { replayed };
}

beforeEach(() => onAction.mockClear());
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
    expect(onAction).not.toHaveBeenCalled();
    await takeOver();
    expect(onAction.mock.calls).toEqual([['added']]);
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
    expect(onAction.mock.calls).toEqual([['sent', 'Aarati', true, 'blue']]);
  });

  it('restores the fields of a form that was rendered again, as for a signed-in user', async () => {
    renderedPage();
    type('Aarati');
    const before = find('[name=name]');
    await takeOver({ beforeReplay: () => root?.render(<Page key="signed-in" />) });
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
    expect(onAction.mock.calls).toEqual([['added']]);
    expect(globalThis.kinmelEarlyInput).toBeUndefined();
  });

  it('does not override later input: a changed field, a button pressed again', async () => {
    renderedPage();
    type('Aarati');
    find('button span').click();
    await takeOver({
      beforeReplay: () => {
        find<HTMLInputElement>('[name=name]').focus();
        type('Bina');
        find('button span').click();
      },
    });
    expect(find<HTMLInputElement>('[name=name]').value).toBe('Bina');
    expect(onAction.mock.calls).toEqual([['added']]);
  });

  it('is in a form that is submitted after hydration and before the replay, which submits once', async () => {
    renderedPage();
    type('Aarati');
    await takeOver({
      beforeReplay: () => {
        find('[type=submit]').click();
        find('[type=submit]').click();
        expect(onAction).not.toHaveBeenCalled();
      },
    });
    expect(onAction.mock.calls).toEqual([['sent', 'Aarati', false, 'black']]);
  });

  it('is sent with a form that was rendered again and then submitted before the replay', async () => {
    renderedPage();
    type('Aarati');
    await takeOver({
      beforeReplay: () => {
        flushSync(() => root?.render(<Page key="signed-in" />));
        find('[type=submit]').click();
      },
    });
    expect(onAction.mock.calls).toEqual([['sent', 'Aarati', false, 'black']]);
  });

  it('is sent with a form that is rendered again after its submission', async () => {
    renderedPage();
    type('Aarati');
    await takeOver({
      beforeReplay: () => {
        find('[type=submit]').click();
        flushSync(() => root?.render(<Page key="signed-in" />));
      },
    });
    expect(onAction.mock.calls).toEqual([['sent', 'Aarati', false, 'black']]);
  });

  it('is sent with a form with an action that is submitted before the replay', async () => {
    const search = <Search />;
    renderedPage(search);
    type('phone');
    await takeOver({ page: search, beforeReplay: () => find('[type=submit]').click() });
    expect(onAction.mock.calls).toEqual([['searched', 'phone']]);
  });

  it.each([
    { early: ['a', 'b', 'a'], later: [], chosen: 'a' },
    { early: ['a'], later: ['b'], chosen: 'b' },
  ])(
    'chooses the radio button that was chosen last: $early, then $later',
    async ({ early, later, chosen }) => {
      const choices = <Choices />;
      const choose = (value: string) => find(`[value=${value}]`).click();
      renderedPage(choices);
      early.forEach(choose);
      await takeOver({
        page: choices,
        beforeReplay: () => {
          later.forEach(choose);
          find('[type=submit]').click();
        },
      });
      expect(onAction.mock.calls).toEqual([['chosen', chosen]]);
    },
  );

  it('is replayed in its order, a button before the field that was filled in after it', async () => {
    const clearing = <Clearing />;
    renderedPage(clearing);
    find('button').click();
    type('7');
    await takeOver({ page: clearing });
    expect(find<HTMLInputElement>('[name=name]').value).toBe('7');
  });

  it('does not delay a form without early input', async () => {
    renderedPage();
    find('button span').click();
    await takeOver({ beforeReplay: () => find('[type=submit]').click() });
    expect(onAction.mock.calls).toEqual([['sent', '', false, 'black'], ['added']]);
  });

  it('is restored before the form is submitted, also in a field filled in after a first attempt', async () => {
    renderedPage();
    find('[type=submit]').click();
    type('Aarati');
    find('[type=submit]').click();
    await takeOver();
    expect(onAction.mock.calls).toEqual([['sent', 'Aarati', false, 'black']]);
  });

  it.each(['before', 'after'])(
    'is replayed for a late widget when its code has loaded: tapped %s the rest is hydrated',
    async (when) => {
      renderedPage(withLate(resolvedWith('Late')));
      let arrive = (_words: string) => {};
      const code = new Promise<string>((resolve) => {
        arrive = resolve;
      });
      const tap = () => find(`[data-widget="${lateName}"] button`).click();
      if (when === 'before') tap();
      const { replayed } = await takeOver({
        page: withLate(code),
        beforeReplay: when === 'after' ? tap : () => {},
        late: [{ name: lateName, code }],
      });
      find('button span').click();
      expect(onAction.mock.calls).toEqual([['added']]);
      await act(async () => {
        arrive('Late');
        await replayed;
      });
      expect(onAction.mock.calls).toEqual([['added'], ['Late']]);
      expect(globalThis.kinmelEarlyInput).toBeUndefined();
    },
  );

  it('is dropped for a widget that never loads', async () => {
    renderedPage(withLate(resolvedWith('Late')));
    find(`[data-widget="${lateName}"] button`).click();
    const code = Promise.reject(new Error('no such file'));
    const { replayed } = await takeOver({
      late: [{ name: lateName, code }],
      page: withLate(new Promise(() => {})),
    });
    await replayed;
    expect(onAction).not.toHaveBeenCalled();
    expect(globalThis.kinmelEarlyInput).toBeUndefined();
  });
});

it('a browser below the floor records nothing and shows a notice', () => {
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
