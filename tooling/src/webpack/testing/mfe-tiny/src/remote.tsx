import { defineRemote, lazyPage } from '@kinmel/web-kit';

export const remote = defineRemote({
  contract: 1,
  pages: { '/': lazyPage(() => import(/* webpackChunkName: "page-tiny" */ './tiny-page.tsx')) },
});

export default remote;
