import { defineRemote } from '@kinmel/web-kit';
import { pages, prepare } from './routes.tsx';

/** What the shop does beside selling, its offers, and what it says of itself. */
export const remote = defineRemote({ contract: 1, pages, prepare });

export default remote;
