/** `order.product-updated` or `order.product-updated-v2`. */
export function queueNameOf(service: string, routingKey: string): string {
  return `${service}.${routingKey.replaceAll('.', '-')}`;
}
