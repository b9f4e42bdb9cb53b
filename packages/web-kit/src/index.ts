export { createSlice, type PayloadAction } from '@reduxjs/toolkit';
export { formatAmount, formatMoney, formatPrice } from './display/format.ts';
export {
  pictureSources,
  sourcesOfAddress,
  storedPictureSources,
} from './display/picture-sources.ts';
export { formatDate, formatTime, shopDayOf, shopTimeZone } from './display/shop-time.ts';
export { afterFrame } from './pages/after-frame.ts';
export { type LazyPage, lazyPage } from './pages/lazy-page.tsx';
export { Link, NavLink } from './pages/link.tsx';
export { usePageTitle } from './pages/page-title.ts';
export { findPage, preloadOnIntent } from './pages/preload-page.ts';
export { useHydrated } from './pages/use-hydrated.ts';
export { useInViewOnce } from './pages/use-in-view-once.ts';
export { useRestOfPage } from './pages/use-rest-of-page.ts';
export { FailureBoundary } from './remotes/failure-boundary.tsx';
export {
  defineRemote,
  type PageAddress,
  type PageComponent,
  type RemoteModule,
  remoteContractVersion,
} from './remotes/remote-module.ts';
export { Widget } from './remotes/widget.tsx';
export type { WidgetProps } from './remotes/widget-props.ts';
export {
  answer,
  injectEndpoints,
  registerProof,
  registerSession,
  requestAddress,
  type ShopRequest,
  shapeError,
} from './requests/api.ts';
export { type ApiProblem, apiProblem } from './requests/api-problem.ts';
export { policyAnswer, usePolicyAnswer } from './requests/policy-answer.ts';
export { reading } from './requests/reading.ts';
export { knowsServerTime, serverNow, useServerDay } from './requests/server-time.ts';
export { returnAddress, returnHere } from './session/return-address.ts';
export {
  changeSessionUser,
  enterSession,
  leaveSession,
  refreshSession,
  signInExclusively,
} from './session/running-session.ts';
export {
  selectIsAdmin,
  selectIsSignedIn,
  selectSession,
  selectUser,
  signedIn,
  signedOut,
  signInChanged,
} from './session/session.slice.ts';
export { isAdmin, type SessionUser } from './session/session-user.ts';
export {
  type AppDispatch,
  type AppState,
  type AppStore,
  getStore,
  rootReducer,
  useAppDispatch,
  useAppSelector,
} from './state/store.ts';
export { storedValue } from './state/stored-value.ts';
export { cartToastDurationMs, toast } from './state/toast.ts';
