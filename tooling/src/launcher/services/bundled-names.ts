/** How the bundler (`keepNames`) gives functions and classes the names of their source. */
const naming = 'var __name=(target,value)=>__defProp(target,"name",{value,configurable:true});';

/** `__name` as it should be: what has its name, and a closure without one, stays as it is. */
const cheapNaming =
  'var __name=(target,value)=>target.name===value||target.name===""&&value>="a"?target:__defProp(target,"name",{value,configurable:true});';

/**
 * A bundle that names only what would be wrong otherwise. The bundler renames functions and classes, and mongoose asks by
 * name what something is, so it may give their names back: at each start once. But it also names every closure, each time
 * that one is made, and that took a twentieth of the processor time of an order.
 *
 * @throws when the bundler's text is no longer the expected one
 */
export function nameOnlyWhatWasRenamed(bundle: string): string {
  const at = bundle.indexOf(naming);
  if (at === -1) throw new Error('The bundler names functions in another way than expected.');
  return bundle.slice(0, at) + cheapNaming + bundle.slice(at + naming.length);
}
