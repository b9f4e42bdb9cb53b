import { Button, ButtonLink } from '@kinmel/ui';
import { Link, Widget, type WidgetProps } from '@kinmel/web-kit';
import { productLink } from './product-link.ts';

type AddToCartProps = WidgetProps['mfe-cart-checkout/add-to-cart'];

const buttonPropsOf = (look: AddToCartProps['look']) => {
  const isBuy = look === 'buy';
  return {
    look: isBuy ? 'buy' : 'tonal',
    size: isBuy ? 'large' : 'medium',
    fullWidth: look !== 'row',
  } as const;
};

/** Shown with the button's size and text while the cart's remote is loading. */
function Placeholder({ product, look }: AddToCartProps) {
  const buttonProps = buttonPropsOf(look);
  const text = product.inStock ? 'Add to Cart' : 'Out of Stock';
  return (
    <Button
      {...buttonProps}
      aria-label={`${text}: ${product.name}`}
      {...(product.inStock ? { 'aria-busy': true, 'aria-disabled': true } : { disabled: true })}
    >
      {text}
    </Button>
  );
}

/** For a product that is sold as devices: a link to its page, or on that page a hint. */
function Choose({ product, look }: AddToCartProps) {
  return look === 'buy' ? (
    <Button {...buttonPropsOf(look)} disabled>
      Choose your phone
    </Button>
  ) : (
    <ButtonLink
      as={Link}
      {...productLink(product)}
      {...buttonPropsOf(look)}
      aria-label={`Choose: ${product.name}`}
    >
      Choose
    </ButtonLink>
  );
}

/** The Add to Cart button of the cart's remote. */
export function AddToCart(props: AddToCartProps) {
  if (props.product.hasDevices && props.product.inStock) return <Choose {...props} />;
  return <Widget name="mfe-cart-checkout/add-to-cart" {...props} placeholder={<Placeholder {...props} />} />;
}
