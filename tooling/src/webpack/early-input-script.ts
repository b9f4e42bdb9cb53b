/**
 * Notes what is done with a drawn page before its code has come (`shell/src/early-input.ts` does it again). Links and forms with an
 * address work by themselves. A form without one is held back: the browser would load the page anew, and all that was typed would
 * be gone. It stands in the page, because a file of its own would come too late; the gateway names its hash in the policy.
 */
export const earlyInputScript = [
  'self.kinmelEarlyInput=[];',
  'for(const t of["click","input","submit"])addEventListener(t,e=>{',
  'const a=self.kinmelEarlyInput,b=e.target;',
  'if(!a||!b.closest)return;',
  'if(t=="click"&&!b.closest("button:not([type=submit])"))return;',
  'if(t=="submit"){if(b.hasAttribute("action"))return;e.preventDefault()}',
  'a.push([t,b,b.value,b.checked])',
  '},true)',
].join('');
