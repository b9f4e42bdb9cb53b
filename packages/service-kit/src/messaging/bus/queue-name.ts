/** The queue of a consumer for an event, by its routing key: `order.product-updated`, `order.product-updated-v2`. */
export function queueNameOf(service: string, routingKey: string): string {
  return `${service}.${routingKey.replaceAll('.', '-')}`;
}
