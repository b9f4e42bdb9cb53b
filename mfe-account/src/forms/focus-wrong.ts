/** Takes the focus to the first wrong field, whose description a reader then speaks; after React has drawn the errors. */
export function focusFirstWrong(form: HTMLFormElement): void {
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** The browser's own hint at the first required field that is empty (decision SIL-43). False: one was found. */
export function hasAllRequired(form: HTMLFormElement): boolean {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.validity.valueMissing) {
      element.reportValidity();
      return false;
    }
  }
  return true;
}
