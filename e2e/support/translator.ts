declare global {
  /** Called for a text that React changed after the translation had replaced its node. */
  var noteStaleText: (place: string) => void;
}

/**
 * Runs in the page and translates its texts as Chrome does, once the page is hydrated: each text node is replaced by a copy
 * in two nested elements, with the same words, so that journeys find it. React holds on to the original node: when React
 * changes it, the translation on the page is stale, and when React removes it, the removal fails.
 */
export function translateAsChrome(): void {
  const untranslated = 'script, style, noscript, textarea, option, svg, font, [translate="no"]';
  const translations = new Map<Node, HTMLElement>();
  const reportStale = (text: Node | null, what: string) => {
    const translation = text && translations.get(text);
    if (!translation?.isConnected) return;
    const place = translation.parentElement?.outerHTML.slice(0, 300);
    noteStaleText(`${location.pathname}: "${translation.textContent}" ${what}: ${place}`);
  };
  const textObserver = new MutationObserver((changes) => {
    for (const { target, oldValue } of changes)
      if (target.nodeValue !== oldValue) reportStale(target, `became "${target.nodeValue}"`);
  });
  const watch = (method: 'removeChild' | 'insertBefore', at: number, what: string) =>
    Object.defineProperty(Node.prototype, method, {
      value: new Proxy(Object(Reflect.get(Node.prototype, method)), {
        apply(native, parent, nodes: (Node | null)[]): unknown {
          reportStale(nodes[at] ?? null, what);
          return Reflect.apply(native, parent, nodes);
        },
      }),
    });
  watch('removeChild', 0, 'is removed');
  watch('insertBefore', 1, 'is followed by another element');
  const translate = (text: Text) => {
    if (text.data.trim() === '' || text.parentElement?.closest(untranslated) !== null) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
    translations.set(text, outer);
    textObserver.observe(text, { characterData: true, characterDataOldValue: true });
  };
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  };
  const start = () => {
    if (globalThis.kinmelEarlyInput !== undefined) return void setTimeout(start, 50);
    translateAll(document.body);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of target instanceof Text ? [target] : addedNodes)
          if (node.isConnected) translateAll(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  addEventListener('load', start);
}
