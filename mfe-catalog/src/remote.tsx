import { defineRemote } from '@kinmel/web-kit';
import { pages, prepare } from './routes.tsx';

/** The shop window: home, categories, listings, product, search and wishlist. */
export const remote = defineRemote({ contract: 1, pages, prepare });
export default remote;
