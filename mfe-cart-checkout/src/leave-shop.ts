/** Opens the payment page, which is outside of the shop. */
export const leaveShop = (address: string): void => window.location.assign(address);
