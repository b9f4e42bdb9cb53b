import { formatPrice } from '@kinmel/web-kit';

export default function Greeting() {
  return <p>Hello for {formatPrice(91500)}</p>;
}
