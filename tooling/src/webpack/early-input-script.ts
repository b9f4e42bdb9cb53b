import { isBelowFloor } from './browser-floor.ts';

/**
 * In a browser below the floor the page stays as rendered, with a notice, and `shell/src/main.tsx` starts nothing.
 * Elsewhere the script records input on a server-rendered page before hydration (`shell/src/early-input.ts` replays
 * it). Links and forms with an action work without scripts; the submission of other forms is prevented, because the
 * browser would reload the page and lose their input. After hydration the script holds the submission of a form with
 * input that React does not know yet. It is inline, because a file would load too late; the gateway adds its hash to the
 * content security policy.
 */
export const earlyInputScript = [
  `if(${isBelowFloor})document.getElementById("kinmel-below-floor").hidden=false;else{`,
  'self.kinmelEarlyInput=[];',
  'for(const t of["click","input","submit"])addEventListener(t,e=>{',
  'const a=self.kinmelEarlyInput,b=e.target;',
  'if(!a||!b.closest)return;',
  'if(t=="click"&&!b.closest("button:not([type=submit])"))return;',
  'if(t=="submit"){const h=self.kinmelHeldInput,f=b.elements;',
  'if(h&&h.concat(a.filter(i=>i[0]=="input")).some(([,i])=>b.contains(i)||i.name&&!i.isConnected&&f[i.name]))',
  '{e.preventDefault();e.stopImmediatePropagation();h.push([t,b]);return}',
  'if(b.hasAttribute("action"))return;e.preventDefault()}',
  'a.push([t,b,b.value,b.checked])',
  '},true)}',
].join('');
