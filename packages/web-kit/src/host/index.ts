export { forgetFirstData } from '../first-data.ts';
export { findPage } from '../preload-page.ts';
export { type RemoteHost, remoteHost, setRemoteHost } from '../remote-loading.ts';
export { createAppStore } from '../store.ts';
export { pageIsShown, usePageAnnouncement, usePageChanges } from './page-changes.ts';
export { primeLandingRemote } from './prime-landing-remote.ts';
export { RemotePage } from './remote-page.tsx';
export { readHostBlocks, startHost } from './start-host.ts';
export { ToastRegion } from './toast-region.tsx';
