import { type RequestSeen, recordRequests } from '@kinmel/testing/browser';
import type { Page } from '@playwright/test';

/** Depth of the request chain of two things on the product page; the document is 1. */
interface DependentStages {
  readonly picture: number;
  /** The last script that a working "Add to Cart" needs. */
  readonly addToCart: number;
}

const codeOfAddToCart = /^\/(shell|remotes\/(mfe-catalog|mfe-cart-checkout))\/.*\.(js|css)$/;

/**
 * The depth of the request chain of a working "Add to Cart": scripts of the shell, the page and the widget's remote,
 * and the product. Other requests of the page do not count.
 */
function stagesToAddToCart(
  requests: readonly Pick<RequestSeen, 'url' | 'stage'>[],
  productId: string,
): number {
  const requiredRequests = requests.filter(({ url }) => {
    const { pathname } = new URL(url);
    return codeOfAddToCart.test(pathname) || pathname === `/api/products/${productId}`;
  });
  if (requiredRequests.length === 0) throw new Error('Nothing that Add to Cart needs was requested.');
  return Math.max(...requiredRequests.map(({ stage }) => stage));
}

/** Opens a product page, adds to the cart, and derives the depths from its requests. */
export async function dependentStages(page: Page, productId: string): Promise<DependentStages> {
  const recorder = await recordRequests(page);
  await page.goto(`/productdetails?id=${productId}`);
  const addToCart = page
    .getByRole('main')
    .locator('[data-widget="mfe-cart-checkout/add-to-cart"]')
    .getByRole('button', { name: 'Add to Cart' })
    .first();
  const picture = page.locator('main img[fetchpriority="high"]').first();
  // A trial click waits until the button is enabled without pressing it.
  await addToCart.click({ trial: true });
  const pictureUrl = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.currentSrc;
  });
  const requests = recorder.requests();
  await addToCart.click();
  await page.getByText('Added to Cart!').waitFor();
  const pictureRequest = requests.find(({ url }) => url === pictureUrl);
  if (pictureRequest === undefined) throw new Error(`${pictureUrl} is shown and was not requested.`);
  return { picture: pictureRequest.stage, addToCart: stagesToAddToCart(requests, productId) };
}
