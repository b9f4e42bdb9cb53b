import { type RequestSeen, recordRequests } from '@kinmel/testing/browser';
import type { Page } from '@playwright/test';

/** How far from the address two things of the product page stand, in requests that wait for each other; 1 is the document. */
interface DependentStages {
  readonly picture: number;
  /** The last code that a working "Add to Cart" needs. */
  readonly addToCart: number;
}

const codeOfAddToCart = /^\/(shell|remotes\/(mfe-catalog|mfe-cart-checkout))\/.*\.(js|css)$/;

/**
 * How far the last thing that a working "Add to Cart" needs stands from the address: the code of the shell, of the page and of the
 * widget's remote, and the product. What else the page asks for meanwhile, such as the ribbon of another remote, it does not wait for.
 */
function stagesToAddToCart(
  requests: readonly Pick<RequestSeen, 'url' | 'stage'>[],
  productId: string,
): number {
  const needed = requests.filter(({ url }) => {
    const { pathname } = new URL(url);
    return codeOfAddToCart.test(pathname) || pathname === `/api/products/${productId}`;
  });
  if (needed.length === 0) throw new Error('Nothing that Add to Cart needs was requested.');
  return Math.max(...needed.map(({ stage }) => stage));
}

/** Opens a product page, buys from it, and reads the stages off its requests. */
export async function dependentStages(page: Page, productId: string): Promise<DependentStages> {
  const graph = await recordRequests(page);
  await page.goto(`/productdetails?id=${productId}`);
  const addToCart = page
    .getByRole('main')
    .locator('[data-widget="mfe-cart-checkout/add-to-cart"]')
    .getByRole('button', { name: 'Add to Cart' })
    .first();
  const picture = page.locator('main img[fetchpriority="high"]').first();
  // A trial click waits until the button is enabled, and does not press it.
  await addToCart.click({ trial: true });
  const shown = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.currentSrc;
  });
  const requests = graph.requests();
  await addToCart.click();
  await page.getByText('Added to Cart!').waitFor();
  const ofPicture = requests.find(({ url }) => url === shown);
  if (ofPicture === undefined) throw new Error(`${shown} is shown and was not requested.`);
  return { picture: ofPicture.stage, addToCart: stagesToAddToCart(requests, productId) };
}
