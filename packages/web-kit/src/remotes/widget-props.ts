import type { Offer, Order, Product } from '@kinmel/contracts';

/**
 * Every widget that one remote shows of another, by `<remote>/<widget>`, with the properties it takes.
 * The owner exposes it as the default export of its module `./<widget>`.
 */
export interface WidgetProps {
  /** Picture, name and links of who is signed in; draws nothing for a visitor. The shell asks before it logs out. */
  'mfe-account/account-menu': { onLogout: () => void };
  /** Stands in for what only a signed-in person may see or do; `text` says what signing in is good for here. */
  'mfe-account/sign-in-prompt': { text: string };
  /** Puts the product in the cart; `successText` differs by place. */
  'mfe-cart-checkout/add-to-cart': {
    product: Product;
    look: 'card' | 'buy' | 'row';
    successText?: 'Added to Cart!' | 'Product added to cart!';
  };
  /** "Add to Cart with Offer"; `product` is the offer's first product where the page knows it. */
  'mfe-cart-checkout/add-with-offer': { offer: Offer; product?: Product | null; onAdded?: () => void };
  /** Puts what was ordered before in the cart once more, at today's prices; draws nothing without products. */
  'mfe-cart-checkout/buy-again': { products: readonly Order['products'][number][] };
  /** A look into the cart, hanging below the positioned element around it; shown while the bag has pointer or focus. */
  'mfe-cart-checkout/mini-cart': object;
  /** The number on the bag; renders nothing while the cart is empty. */
  'mfe-cart-checkout/cart-badge': object;
  'mfe-catalog/wishlist-heart': { product: Product; look: 'card' | 'buy' };
  /** The number on the heart; renders nothing while the wishlist is empty. */
  'mfe-catalog/wishlist-badge': object;
  /**
   * The list under the search field. It finds the field by `inputId`, listens to its keys and sets the combobox
   * attributes on it; `onChoose` gets the address to go to.
   */
  'mfe-catalog/search-suggestions': { query: string; inputId: string; onChoose: (to: string) => void };
  /** The window of the chat assistant, which keeps its conversation while it is closed. The page around it has the button. */
  'mfe-services/chat': { isOpen: boolean; onClose: () => void };
  /** A live offer where it applies, as a link to it: for one of these products, else one for the whole shop; draws nothing without one. */
  'mfe-services/offer-ribbon': { productIds?: readonly string[] };
  /** The requests of whoever is signed in, with the ways to their pages. */
  'mfe-services/own-requests': object;
  /** What else the shop does for a product of this kind; draws nothing where that is nothing. */
  'mfe-services/service-links': { product: Product };
}

export type WidgetName = keyof WidgetProps;
