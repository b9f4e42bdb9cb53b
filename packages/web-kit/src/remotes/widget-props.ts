import type { Offer, Order, Product } from '@kinmel/contracts';

/**
 * Every widget that one remote uses of another, by `<remote>/<widget>`, with its props. The owner exposes it as the
 * default export of its module `./<widget>`.
 */
export interface WidgetProps {
  /**
   * Picture, name and links of the signed-in user; renders nothing for a visitor. The shell asks for confirmation
   * before logging out.
   */
  'mfe-account/account-menu': { onLogout: () => void };
  /** Shown in place of content for signed-in users; `text` states the benefit of signing in. */
  'mfe-account/sign-in-prompt': { text: string };
  /** Adds the product to the cart; `successText` differs by place. */
  'mfe-cart-checkout/add-to-cart': {
    product: Product;
    look: 'card' | 'buy' | 'row';
    successText?: 'Added to Cart!' | 'Product added to cart!';
  };
  /** "Add to Cart with Offer"; `product` is the offer's first product, if the page has it. */
  'mfe-cart-checkout/add-with-offer': { offer: Offer; product?: Product | null; onAdded?: () => void };
  /** Adds ordered products to the cart again at current prices; renders nothing without products. */
  'mfe-cart-checkout/buy-again': { products: readonly Order['products'][number][] };
  /** A preview of the cart, below the positioned element around it; shown while the cart's icon has pointer or focus. */
  'mfe-cart-checkout/mini-cart': object;
  /** The number on the cart's icon; renders nothing while the cart is empty. */
  'mfe-cart-checkout/cart-badge': object;
  'mfe-catalog/wishlist-heart': { product: Product; look: 'card' | 'buy' };
  /** The number on the heart; renders nothing while the wishlist is empty. */
  'mfe-catalog/wishlist-badge': object;
  /**
   * The list below the search field. It finds the field by `inputId`, handles its keys and sets its combobox
   * attributes; `onChoose` gets the URL to open.
   */
  'mfe-catalog/search-suggestions': { query: string; inputId: string; onChoose: (to: string) => void };
  /** The window of the chat assistant, which keeps its conversation while closed. The page around it has the button. */
  'mfe-services/chat': { isOpen: boolean; onClose: () => void };
  /** A link to a live offer: for one of these products, or for the whole shop; renders nothing without one. */
  'mfe-services/offer-ribbon': { productIds?: readonly string[] };
  /** The requests of the signed-in user, with links to their pages. */
  'mfe-services/own-requests': object;
  /** Links to the services for a product of this kind; renders nothing without any. */
  'mfe-services/service-links': { product: Product };
}

export type WidgetName = keyof WidgetProps;
