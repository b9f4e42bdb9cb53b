/**
 * Takes the focus to the first wrong field, whose description a reader then speaks. After an answer React draws the errors
 * in a moment of its own choice, so a few are waited for.
 */
export function focusFirstWrong(form: HTMLFormElement, moments = 10): void {
  setTimeout(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else if (moments > 1) focusFirstWrong(form, moments - 1);
  });
}

/** The browser's own hint at the first required field that is empty. False: one was found. */
export function hasAllRequired(form: HTMLFormElement): boolean {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.validity.valueMissing) {
      element.reportValidity();
      return false;
    }
  }
  return true;
}
