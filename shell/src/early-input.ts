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
  /**
   * Input from before React listened, from then until it is replayed. React would submit a form without these values,
   * so the inline script adds the submission here instead.
   */
  var kinmelHeldInput: EarlyInput[] | undefined;
}

const dispatchInput = (element: Element, type: 'input' | 'change') =>
  element.dispatchEvent(new Event(type, { bubbles: true }));

/**
 * Sets the value of a field so that React registers it; otherwise React keeps the rendered text or renders its own.
 */
function restoreField(field: Element, value: string, isChecked: boolean): void {
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

/** The element, or its replacement: a form is rendered again when the page finds that its user is signed in. */
function connectedElement(element: Element | null): Element | null {
  if (element === null || element.isConnected) return element;
  if (element instanceof HTMLFormElement) {
    const field = [...element.elements].find((each) => each.getAttribute('name'));
    return connectedElement(field ?? null)?.closest('form') ?? null;
  }
  if (!('name' in element)) return element;
  const { localName, name, type, value } = element as HTMLInputElement;
  const choice = type === 'radio' ? `[value="${CSS.escape(value)}"]` : '';
  return document.querySelector(`${localName}[name="${CSS.escape(name)}"]${choice}`);
}

/** The used element: a button or a form counts once, wherever it was pressed. */
const usedElement = ([type, target]: EarlyInput) =>
  connectedElement(type === 'click' ? target.closest('button') : target);

/** What a later input replaces: that of the same element, for a radio button that of its group. */
function replacedElement(input: EarlyInput): Element | null {
  const element = usedElement(input);
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return element;
  const group = `[type=radio][name="${CSS.escape(element.name)}"]`;
  return (element.form ?? document).querySelector(group);
}

/** Replays the last input on each field and button in order, then submits each form once. */
function replay(inputs: readonly EarlyInput[]): void {
  const recording = globalThis.kinmelEarlyInput;
  globalThis.kinmelEarlyInput = undefined;
  const lastInputs = new Map<Element, EarlyInput>();
  for (const input of inputs) {
    const replaced = replacedElement(input);
    if (!replaced) continue;
    lastInputs.delete(replaced);
    lastInputs.set(replaced, input);
  }
  const isSubmission = ([type]: EarlyInput) => Number(type === 'submit');
  const inOrder = [...lastInputs.values()].toSorted((a, b) => isSubmission(a) - isSubmission(b));
  for (const input of inOrder) {
    const [type, , value = '', isChecked = false] = input;
    const element = usedElement(input);
    if (!element) continue;
    if (!element.isConnected) continue;
    if (type === 'input') restoreField(element, value, isChecked);
    else if (element instanceof HTMLFormElement) {
      // React does not hydrate a form to submit it: the browser would submit.
      dispatchInput(element, 'input');
      element.requestSubmit();
    } else (element as HTMLElement).click();
  }
  globalThis.kinmelEarlyInput = recording;
}

/**
 * Replays early input. Later input on the same field or button is newer and was handled by React. A widget without code
 * cannot handle input, so its input is replayed once its code is loaded.
 */
export async function replayEarlyInput(
  earlyInputs: readonly EarlyInput[],
  lateWidgets: readonly LateWidget[] = [],
): Promise<void> {
  const laterInputs = globalThis.kinmelEarlyInput ?? [];
  const isOnWidget = ({ name }: LateWidget, [, target]: EarlyInput) =>
    target.closest(`[data-widget="${name}"]`) !== null;
  const isHandled = (input: EarlyInput) => !lateWidgets.some((widget) => isOnWidget(widget, input));
  const elementsUsedLater = new Set(laterInputs.filter(isHandled).map(replacedElement));
  replay(earlyInputs.filter((input) => isHandled(input) && !elementsUsedLater.has(replacedElement(input))));
  await Promise.all(
    lateWidgets.map(async (widget) => {
      // Input on a widget that never loads is dropped, and its slot shows an error.
      const hasLoaded = await widget.code.then(
        () => true,
        () => false,
      );
      if (hasLoaded) replay([...earlyInputs, ...laterInputs].filter((input) => isOnWidget(widget, input)));
    }),
  );
  globalThis.kinmelEarlyInput = undefined;
}
