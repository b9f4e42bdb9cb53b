import { defineRemote } from '@kinmel/web-kit';
import { pages } from './routes.tsx';

export const remote = defineRemote({ contract: 1, pages });

export default remote;
