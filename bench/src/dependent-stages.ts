import { recordRequests } from '@kinmel/testing/browser';
import { openBrowser } from './measure/browser.ts';

/** The limits of row 14: requests that wait for each other, the document included. */
export const mostStages = { picture: 3, addToCart: 4 } as const;

/** How far from the address two things of the product page stand, in requests that wait for each other; 1 is the document. */
export interface DependentStages {
  readonly picture: number;
  /** The last code that came before "Add to Cart" did what it says. */
  readonly addToCart: number;
}

/** Opens a product page in a fresh browser, buys from it, and reads the stages off its requests (row 14). */
export async function dependentStages(shopUrl: string, productId: string): Promise<DependentStages> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const graph = await recordRequests(page);
    await page.goto(new URL(`/productdetails?id=${productId}`, shopUrl).href);
    const addToCart = page
      .getByRole('main')
      .locator('[data-widget="mfe-cart-checkout/add-to-cart"]')
      .getByRole('button', { name: 'Add to Cart' })
      .first();
    const picture = page.locator('main img[fetchpriority="high"]').first();
    // Enabled is what a click waits for; a trial one does nothing yet.
    await addToCart.click({ trial: true });
    const shown = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.currentSrc;
    });
    const untilThen = graph.requests();
    await addToCart.click();
    await page.getByText('Added to Cart!').waitFor();
    const ofPicture = untilThen.find(({ url }) => url === shown);
    if (ofPicture === undefined) throw new Error(`${shown} is shown and was not requested.`);
    const code = untilThen.filter(
      ({ type, url }) => type === 'Script' || type === 'Fetch' || /\.(css|js)$/.test(url),
    );
    return { picture: ofPicture.stage, addToCart: Math.max(...code.map(({ stage }) => stage)) };
  } finally {
    await browser.close();
  }
}
