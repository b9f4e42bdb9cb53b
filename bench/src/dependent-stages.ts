import { type RequestSeen, recordRequests } from '@kinmel/testing/browser';
import { openBrowser } from './measure/browser.ts';

/** The limits of row 14: requests that wait for each other, the document included. */
export const mostStages = { picture: 3, addToCart: 3 } as const;

/** How far from the address two things of the product page stand, in requests that wait for each other; 1 is the document. */
export interface DependentStages {
  readonly picture: number;
  /** The last code that came before "Add to Cart" did what it says. */
  readonly addToCart: number;
}

const itsCode = /^\/(shell|remotes\/(mfe-catalog|mfe-cart-checkout))\/.*\.(js|css)$/;

/**
 * How far the last thing that a working "Add to Cart" needs stands from the address: the code of the shell, of the page and of the
 * widget's remote, and the product. What else the page asks for meanwhile, such as the ribbon of another remote, it does not wait for.
 */
export function stagesToAddToCart(
  requests: readonly Pick<RequestSeen, 'url' | 'stage'>[],
  productId: string,
): number {
  const needed = requests.filter(({ url }) => {
    const { pathname } = new URL(url);
    return itsCode.test(pathname) || pathname === `/api/products/${productId}`;
  });
  if (needed.length === 0) throw new Error('Nothing that Add to Cart needs was requested.');
  return Math.max(...needed.map(({ stage }) => stage));
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
    return { picture: ofPicture.stage, addToCart: stagesToAddToCart(untilThen, productId) };
  } finally {
    await browser.close();
  }
}
