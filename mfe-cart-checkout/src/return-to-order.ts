/**
 * Makes an order's own page the one that the browser's Back leads to, to be called before the payment page opens. The address that the
 * order was placed at has nothing left to show: its cart is empty.
 */
export const returnToOrder = (orderId: string): void =>
  window.history.replaceState(window.history.state, '', `/order?id=${encodeURIComponent(orderId)}`);
