/** @jest-environment jest-fixed-jsdom */
import { dataBlock, element, escapeMarkup } from './markup.ts';

describe('markup', () => {
  it('escapes quotes, tags and entities in attributes (N-10)', () => {
    const content = `"><script src='x'>&quot;`;
    const tag = element('meta', { name: 'description', content });
    expect(tag).toBe(
      '<meta name="description" content="&#34;&#62;&#60;script src=&#39;x&#39;&#62;&#38;quot;">',
    );
    const parsed = new DOMParser().parseFromString(tag, 'text/html');
    expect(parsed.querySelector('meta')?.getAttribute('content')).toBe(content);
    expect(parsed.querySelector('script')).toBeNull();
  });

  it('escapes text (N-10)', () => {
    expect(escapeMarkup(`a<b & "c" 'd'`)).toBe('a&#60;b &#38; &#34;c&#34; &#39;d&#39;');
  });

  it('escapes a data block without changing its data (N-10)', () => {
    const data = { text: '</script><!--\u2028\u2029' };
    const block = dataBlock('first', JSON.stringify(data));
    const parsed = new DOMParser().parseFromString(block, 'text/html').querySelector('#first');
    expect(JSON.parse(parsed?.textContent ?? '')).toEqual(data);
    expect(block.match(/<\/?[a-z!]/gi)).toEqual(['<s', '</s']);
  });

  it('writes true as a bare name and leaves out undefined', () => {
    expect(element('link', { rel: 'preload', crossorigin: true, integrity: undefined })).toBe(
      '<link rel="preload" crossorigin>',
    );
  });
});
