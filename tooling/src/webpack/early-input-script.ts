import { isBelowFloor } from './browser-floor.ts';

/**
 * Below the floor the page stays as it was rendered, with a word about it, and `shell/src/main.tsx` starts nothing.
 * Elsewhere it records input on a server-rendered page before hydration (`shell/src/early-input.ts` replays it). Links
 * and forms with an action work without scripts; other forms are held back, because the browser would reload the page
 * and lose their input. Inline, because a file would load too late; the gateway puts its hash into the content security
 * policy.
 */
export const earlyInputScript = [
  `if(${isBelowFloor})document.getElementById("kinmel-below-floor").hidden=false;else{`,
  'self.kinmelEarlyInput=[];',
  'for(const t of["click","input","submit"])addEventListener(t,e=>{',
  'const a=self.kinmelEarlyInput,b=e.target;',
  'if(!a||!b.closest)return;',
  'if(t=="click"&&!b.closest("button:not([type=submit])"))return;',
  'if(t=="submit"){if(b.hasAttribute("action"))return;e.preventDefault()}',
  'a.push([t,b,b.value,b.checked])',
  '},true)}',
].join('');
