import { defineRemote } from '@kinmel/web-kit';
import { pages } from './routes.tsx';

/** Everything about a person's account: signing in and up, a forgotten password, profile and orders. */
export const remote = defineRemote({ contract: 1, pages });
export default remote;
