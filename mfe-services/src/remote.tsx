import { defineRemote } from '@kinmel/web-kit';
import { pages, prepare } from './routes.tsx';

/** Services, offers and information pages. */
export const remote = defineRemote({ contract: 1, pages, prepare });

export default remote;
