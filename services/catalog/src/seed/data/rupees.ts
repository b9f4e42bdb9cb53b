/** An amount of Nepalese rupees in paisa, so that the sample data can be read in rupees. */
export const rupees = (amount: number): number => amount * 100;
