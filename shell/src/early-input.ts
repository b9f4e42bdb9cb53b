import type { LateWidget } from '@kinmel/web-kit/host';

/** One thing that a shopper did: the kind of event, where, and what the field held then. */
type EarlyInput = readonly [
  type: 'click' | 'input' | 'submit',
  target: Element,
  value?: string,
  isChecked?: boolean,
];

declare global {
  /**
   * What a shopper did with drawn buttons and forms before their code was there, oldest first. A script of the page itself notes it
   * (`earlyInputScript` of tooling); undefined from the moment that the page hears by itself.
   */
  var kinmelEarlyInput: EarlyInput[] | undefined;
}

const tell = (element: Element, type: 'input' | 'change') =>
  element.dispatchEvent(new Event(type, { bubbles: true }));

/** Tells React what a field held. It takes typed text over as the one that it has drawn, or draws its own again. */
function tellOf(field: Element, value: string, isChecked: boolean): void {
  // An event of this kind makes React take over the part of the page around the field, if it has not yet.
  tell(field, 'input');
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    tell(field, 'change');
  } else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    field.checked = !isChecked;
    field.click();
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    // React notes what is written through the element, and not what is written past it.
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    tell(field, 'input');
  }
}

/** Whose press or text it is: a button and a form are one each, wherever in them the finger was. */
const actedOn = ([type, target]: EarlyInput) => (type === 'click' ? target.closest('button') : target);

/** Each field is told what it held last, each button pressed and each form sent once. Nothing of that is noted. */
function doAgain(inputs: readonly EarlyInput[]): void {
  const noted = globalThis.kinmelEarlyInput;
  globalThis.kinmelEarlyInput = undefined;
  const last = new Map<Element, EarlyInput>();
  for (const input of inputs) {
    const element = actedOn(input);
    if (element) last.set(element, input);
  }
  for (const [element, [type, , value = '', isChecked = false]] of last) {
    if (!element.isConnected) continue;
    if (type === 'input') tellOf(element, value, isChecked);
    else if (element instanceof HTMLFormElement) {
      // React does not take a form over to send it: the browser would.
      tell(element, 'input');
      element.requestSubmit();
    } else (element as HTMLElement).click();
  }
  globalThis.kinmelEarlyInput = noted;
}

/**
 * Does once more what was done too early. What was done since with the same field or button is newer, and React has heard it. A widget
 * that is late hears nothing until its code has come: what was noted of it until then is done in that moment.
 */
export async function replayEarlyInput(
  early: readonly EarlyInput[],
  late: readonly LateWidget[] = [],
): Promise<void> {
  const since = globalThis.kinmelEarlyInput ?? [];
  const isOf = ({ name }: LateWidget, [, target]: EarlyInput) =>
    target.closest(`[data-widget="${name}"]`) !== null;
  const isHeard = (input: EarlyInput) => !late.some((widget) => isOf(widget, input));
  const isNewer = new Set(since.filter(isHeard).map(actedOn));
  doAgain(early.filter((input) => isHeard(input) && !isNewer.has(actedOn(input))));
  await Promise.all(
    late.map(async (widget) => {
      // Nobody hears what was done with a widget that never came, and its place says so.
      const hasCome = await widget.code.then(
        () => true,
        () => false,
      );
      if (hasCome) doAgain([...early, ...since].filter((input) => isOf(widget, input)));
    }),
  );
  globalThis.kinmelEarlyInput = undefined;
}
