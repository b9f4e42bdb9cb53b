import type { OpenedPaymentPage } from '@kinmel/contracts/browser';

/** Opens the page of a payment provider: by its URL, or by posting its form. */
export function leaveShop({ url, form: fields }: OpenedPaymentPage): void {
  if (fields === undefined) {
    window.location.assign(url);
    return;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
