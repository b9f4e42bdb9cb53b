/**
 * Notes whether something else than the shop changes the server-rendered page before hydration: extensions of browsers
 * add attributes and elements, so that React finds another page than was sent (`shell/src/hydration-failed.ts`). Inline
 * behind the page, so that nothing of the parser is noted.
 */
export const foreignChangesScript = [
  '{let c=false;const o=new MutationObserver(()=>{c=true});',
  'o.observe(document.getElementById("app"),{subtree:true,childList:true,attributes:true,characterData:true});',
  'self.kinmelTakeOver=()=>{o.disconnect();return c}}',
].join('');
