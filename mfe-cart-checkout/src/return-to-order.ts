/**
 * Makes the order's page the target of the browser's Back; call it before the payment page opens. The checkout has
 * nothing left to show, as its cart is empty.
 */
export const returnToOrder = (orderId: string): void =>
  window.history.replaceState(window.history.state, '', `/order?id=${encodeURIComponent(orderId)}`);
