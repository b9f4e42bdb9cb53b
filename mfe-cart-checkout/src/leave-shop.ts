/** Goes to the payment page, which is not a page of the shop. */
export const leaveShop = (address: string): void => window.location.assign(address);
