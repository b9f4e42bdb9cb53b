/** The queue of a consumer for a type of event: `order.product-updated`. */
export function queueNameOf(service: string, type: string): string {
  return `${service}.${type.replaceAll('.', '-')}`;
}
