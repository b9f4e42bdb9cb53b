import type { LateWidget } from '@kinmel/web-kit/host';

/** One input event: its type, its target, and the value of the field at that time. */
type EarlyInput = readonly [
  type: 'click' | 'input' | 'submit',
  target: Element,
  value?: string,
  isChecked?: boolean,
];

declare global {
  /**
   * Input on server-rendered buttons and forms before their code is loaded, oldest first. Recorded by an inline script
   * (`earlyInputScript` of tooling); undefined once React listens.
   */
  var kinmelEarlyInput: EarlyInput[] | undefined;
}

const dispatchInput = (element: Element, type: 'input' | 'change') =>
  element.dispatchEvent(new Event(type, { bubbles: true }));

/**
 * Sets the value of a field so that React notices it; otherwise React keeps the rendered text or renders its
 * own.
 */
function tellOf(field: Element, value: string, isChecked: boolean): void {
  // This event makes React hydrate the part of the page around the field.
  dispatchInput(field, 'input');
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    dispatchInput(field, 'change');
  } else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    field.checked = !isChecked;
    field.click();
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    // React tracks values set through the element, but not those set on the prototype.
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    dispatchInput(field, 'input');
  }
}

/** The element, or the field in its place: a form is made anew when the page finds that its user is signed in. */
function presentElement(element: Element | null): Element | null {
  if (element === null || element.isConnected || !('name' in element)) return element;
  const { localName, name, type, value } = element as HTMLInputElement;
  const choice = type === 'radio' ? `[value="${CSS.escape(value)}"]` : '';
  return document.querySelector(`${localName}[name="${CSS.escape(name)}"]${choice}`);
}

/** The used element: a button or a form counts once, wherever it was pressed. */
const usedElement = ([type, target]: EarlyInput) =>
  presentElement(type === 'click' ? target.closest('button') : target);

/** Replays the last value of each field, and each button and form once. */
function replay(inputs: readonly EarlyInput[]): void {
  const noted = globalThis.kinmelEarlyInput;
  globalThis.kinmelEarlyInput = undefined;
  const last = new Map<Element, EarlyInput>();
  for (const input of inputs) {
    const element = usedElement(input);
    if (element) last.set(element, input);
  }
  for (const [element, [type, , value = '', isChecked = false]] of last) {
    if (!element.isConnected) continue;
    if (type === 'input') tellOf(element, value, isChecked);
    else if (element instanceof HTMLFormElement) {
      // React does not hydrate a form to submit it: the browser would submit.
      dispatchInput(element, 'input');
      element.requestSubmit();
    } else (element as HTMLElement).click();
  }
  globalThis.kinmelEarlyInput = noted;
}

/**
 * Replays early input. Later input on the same field or button is newer and was handled by React. A widget without code
 * cannot handle input, so its input is replayed once its code is loaded.
 */
export async function replayEarlyInput(
  early: readonly EarlyInput[],
  late: readonly LateWidget[] = [],
): Promise<void> {
  const since = globalThis.kinmelEarlyInput ?? [];
  const isOf = ({ name }: LateWidget, [, target]: EarlyInput) =>
    target.closest(`[data-widget="${name}"]`) !== null;
  const isHeard = (input: EarlyInput) => !late.some((widget) => isOf(widget, input));
  const isNewer = new Set(since.filter(isHeard).map(usedElement));
  replay(early.filter((input) => isHeard(input) && !isNewer.has(usedElement(input))));
  await Promise.all(
    late.map(async (widget) => {
      // Input on a widget that never loads is dropped, and its slot shows an error.
      const hasCome = await widget.code.then(
        () => true,
        () => false,
      );
      if (hasCome) replay([...early, ...since].filter((input) => isOf(widget, input)));
    }),
  );
  globalThis.kinmelEarlyInput = undefined;
}
