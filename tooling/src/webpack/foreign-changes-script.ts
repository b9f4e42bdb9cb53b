/**
 * Notes whether something other than the shop changes the server-rendered page before hydration: browser extensions add
 * attributes and elements, so that React finds another page than was sent (`shell/src/hydration-failed.ts`). It is
 * inline behind the page, so that the parser's own changes are not noted.
 */
export const foreignChangesScript = [
  '{let c=false;const o=new MutationObserver(()=>{c=true});',
  'o.observe(document.getElementById("app"),{subtree:true,childList:true,attributes:true,characterData:true});',
  'self.kinmelTakeOver=()=>{o.disconnect();return c}}',
].join('');
