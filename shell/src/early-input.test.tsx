import { earlyInputScript } from '@kinmel/tooling/early-input-script';
import { act } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
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

let root: Root | undefined;
const body = () => document.body;
const find = <Wanted extends HTMLElement>(selector: string) => {
  const found = body().querySelector<Wanted>(selector);
  if (!found) throw new Error(`There is no ${selector}`);
  return found;
};

/** Draws the page as a server does, with the script that stands in it. */
function drawn() {
  body().innerHTML = `<div id="app">${renderToString(<Page />)}</div>`;
  const script = document.createElement('script');
  script.textContent = earlyInputScript;
  body().append(script);
}

async function takeOver() {
  const early = globalThis.kinmelEarlyInput ?? [];
  globalThis.kinmelEarlyInput = undefined;
  await act(async () => {
    root = hydrateRoot(find('#app'), <Page />);
    replayEarlyInput(early);
  });
}

beforeEach(() => heard.mockClear());
afterEach(() => act(() => root?.unmount()));

/** As a browser does: it writes past what React watches. */
function type(text: string) {
  const field = find<HTMLInputElement>('[name=name]');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('what a shopper did before the code of the page had come', () => {
  it('is done once, however often a button was pressed', async () => {
    drawn();
    find('button span').click();
    find('button span').click();
    expect(heard).not.toHaveBeenCalled();
    await takeOver();
    expect(heard.mock.calls).toEqual([['added']]);
  });

  it('is kept of a form: what was typed, ticked and chosen, and that it was sent', async () => {
    drawn();
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

  it('goes to the address of a form that has one', () => {
    drawn();
    const event = new Event('submit', { bubbles: true, cancelable: true });
    find('[action]').dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
    expect(globalThis.kinmelEarlyInput).toEqual([]);
  });

  it('is noted no more once the page hears by itself', async () => {
    drawn();
    await takeOver();
    find('button span').click();
    expect(heard.mock.calls).toEqual([['added']]);
    expect(globalThis.kinmelEarlyInput).toBeUndefined();
  });
});
