/**
 * Detects changes of the server-rendered page before hydration that are not made by the shop: browser extensions add
 * attributes and elements, which break hydration (`shell/src/hydration-failed.ts`). It is inline after the page, so that
 * it does not observe the changes of the parser.
 */
export const foreignChangesScript = [
  '{let c=false;const o=new MutationObserver(()=>{c=true});',
  'o.observe(document.getElementById("app"),{subtree:true,childList:true,attributes:true,characterData:true});',
  'self.kinmelTakeOver=()=>{o.disconnect();return c}}',
].join('');
