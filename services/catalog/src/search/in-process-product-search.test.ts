import type { ProductState } from '../products/product.rules.ts';
import { seedProducts } from '../seed/seed-products.ts';
import { aProduct, idNumber } from '../testing/product-builder.ts';
import { createInProcessProductSearch } from './in-process-product-search.ts';
import type { ProductSearch, SearchQuery } from './product-search.ts';
import { searchEntryOf } from './search-entry.ts';
import { searchTerms } from './search-terms.rules.ts';

const rupees = (amount: number) => amount * 100;

type Row = [string, string, ProductState['category'], number, Partial<ProductState>?];
const rows: Row[] = [
  ['Galaxy S25 Ultra', 'Samsung', 'galaxyproducts', 164_900],
  ['iPhone 16', 'Apple', 'premiumsmartphones', 134_900],
  ['iPhone 15', 'Apple', 'smartphone', 99_900, { stock: 0 }],
  ['MacBook Air', 'Apple', 'laptop', 169_900],
  ['Watch SE', 'Apple', 'watch', 42_900],
  ['Nothing Ear', 'Nothing', 'earphones', 19_900, { description: 'Works with an iPhone 16 as well.' }],
  ['Redmi Note 14', 'Xiaomi', 'smartphone', 29_999],
];
const shop = rows.map(([name, brand, category, price, overrides], position) =>
  aProduct({
    id: idNumber(position + 1),
    name,
    brand,
    category,
    priceInMinorUnits: rupees(price),
    oldPriceInMinorUnits: name === 'Nothing Ear' ? rupees(29_850) : null,
    description: 'A thing.',
    createdAt: new Date(Date.UTC(2026, 0, position + 1)),
    ...overrides,
  }),
);

const nameOf = new Map(shop.map(({ id, name }) => [id, name]));

async function searchOf(products: readonly ProductState[]): Promise<ProductSearch> {
  const search = createInProcessProductSearch();
  await search.put(products.map(searchEntryOf));
  return search;
}

let search: ProductSearch;
beforeEach(async () => {
  search = await searchOf(shop);
});

const find = (query: Partial<SearchQuery>) => search.find({ offset: 0, limit: 100, ...query });
const names = async (query: Partial<SearchQuery>) =>
  (await find(query)).ids.map((id) => nameOf.get(id) ?? id);

describe('a search', () => {
  it.each([
    ['iphone', 'iPhone 16'],
    ['iphnoe 16', 'iPhone 16'],
    ['samsng', 'Galaxy S25 Ultra'],
    ['galxy ultra', 'Galaxy S25 Ultra'],
    ['macbok', 'MacBook Air'],
    ['mac', 'MacBook Air'],
    ['MACBOOK AIR', 'MacBook Air'],
    ['iphone15', 'iPhone 15'],
    ['xiaomi', 'Redmi Note 14'],
    ['notebook', 'MacBook Air'],
    ['s25', 'Galaxy S25 Ultra'],
    ['ifon', 'iPhone 16'],
    ['ifone 15', 'iPhone 15'],
  ])('for %j finds %j first, including typos and prefixes (SIL-09)', async (text, first) => {
    expect((await names({ text }))[0]).toBe(first);
  });

  describe('of the sample products', () => {
    const samples = seedProducts.map((seed, n) =>
      aProduct({ ...seed, id: idNumber(n + 1), pictures: [], createdAt: new Date(seed.createdAt) }),
    );
    const byId = new Map(samples.map((product) => [product.id, product]));
    const found = async (text: string) => {
      const { ids } = await find({ text });
      return ids.flatMap((id) => byId.get(id) ?? []);
    };
    beforeEach(async () => {
      search = await searchOf(samples);
    });

    it.each([
      ['ifone', 'iPhone'],
      ['ifone 13', 'iPhone 13'],
    ])('for %j, spelled by sound, finds %j first (SIL-09)', async (text, name) => {
      expect((await found(text))[0]?.name).toContain(name);
    });

    it.each([
      ['wifi', 'wi-fi'],
      ['usbc', 'USB Type-C'],
      ['13 inch', '13"'],
      ['galaxy s25 plus', 'Galaxy S25+'],
    ])('%j finds as much as %j', async (text, equivalent) => {
      const idsOf = async (query: string) => (await found(query)).map(({ id }) => id).toSorted();
      expect(await idsOf(text)).not.toEqual([]);
      expect(await idsOf(text)).toEqual(await idsOf(equivalent));
    });

    it('for 13 inch finds screens of 13.4, 13.6 and 13.8 inches, and no others', async () => {
      const screens = (await found('13 inch')).map(({ specs }) => parseFloat(specs['display'] ?? ''));
      expect(new Set(screens)).toEqual(new Set([13.4, 13.6, 13.8]));
    });

    it('no two names have the same terms', () => {
      const termsOfNames = samples.map(({ name }) => [name, searchTerms(name).join(' ')] as const);
      const names = new Map(termsOfNames.map(([name, terms]) => [terms, name]));
      for (const [name, terms] of termsOfNames) expect(names.get(terms)).toBe(name);
    });

    it.each([
      ['phones', ['smartphone', 'premiumsmartphones', 'galaxyproducts']],
      ['smartphones', ['smartphone', 'premiumsmartphones', 'galaxyproducts']],
      ['laptops', ['laptop']],
      ['watches', ['watch']],
      ['accessories', ['watch']],
      ['headphones', ['earphones']],
      ['pre-loved', ['premiumsmartphones']],
      ['used phones', ['premiumsmartphones']],
    ])('for %j finds all products of the category (SIL-09)', async (text, categories) => {
      const ids = new Set((await found(text)).map(({ id }) => id));
      const missing = samples.filter(({ id, category }) => categories.includes(category) && !ids.has(id));
      expect(missing.map(({ name }) => name)).toEqual([]);
    });

    it.each([
      ['one plus 13', 'OnePlus 13'],
      ['air pods', 'AirPods Pro 2 (USB-C)'],
      ['i phone 15 pro', 'iPhone 15 Pro Max'],
      ['mac book pro', 'MacBook Pro 14 (M4)'],
      ['galaxy s 25 ultra', 'Galaxy S25 Ultra'],
      ['macbookpro', 'MacBook Pro 14 (M4)'],
      ['s25ultra', 'Galaxy S25 Ultra'],
      ['iphone15promax', 'iPhone 15 Pro Max'],
    ])('for %j, with other spaces, finds %j first (SIL-09)', async (text, first) => {
      expect((await found(text))[0]?.name).toBe(first);
    });
  });

  it('ranks a match in the name above brand and description (SIL-54)', async () => {
    const products = [
      aProduct({ id: idNumber(1), name: 'Case', brand: 'Other', description: 'Fits every nova.' }),
      aProduct({ id: idNumber(2), name: 'Phone', brand: 'Nova', description: 'A phone.' }),
      aProduct({ id: idNumber(3), name: 'Nova', brand: 'Other', description: 'A phone.' }),
    ];
    search = await searchOf(products);
    expect((await find({ text: 'nova' })).ids).toEqual([idNumber(3), idNumber(2), idNumber(1)]);
  });

  it('covers name, brand, category, description and specs (SIL-09, SIL-54)', async () => {
    const product = aProduct({
      specs: { storage: '512 GB', color: 'Indigo' },
      description: 'With telephoto lens.',
    });
    search = await searchOf([product]);
    for (const text of ['pixel', 'google', 'smartphone', 'telephoto', '512gb', '512 GB', 'indigo'])
      expect((await find({ text })).total).toBe(1);
  });

  it('requires all words, and only without a match some of them', async () => {
    expect(await names({ text: 'apple watch' })).toEqual(['Watch SE']);
    expect((await names({ text: 'apple spaceship' })).length).toBeGreaterThan(0);
  });

  it('does not confuse model numbers', async () => {
    expect(await names({ text: 'iphone 15' })).toEqual(['iPhone 15']);
  });

  it.each(['zzzzqqqq', '(', '.*', 'a', 'the'])('for %j finds nothing instead of everything', async (text) => {
    expect(await names({ text })).toEqual([]);
  });
});

describe('filters', () => {
  it('are exact, and combined: values of one with or, several with and (SIL-26)', async () => {
    expect(await names({ brand: ['Apple', 'xiaomi'], category: ['smartphone'] })).toEqual([
      'Redmi Note 14',
      'iPhone 15',
    ]);
  });

  it('include both limits of a price', async () => {
    expect(
      await names({ minPriceInMinorUnits: rupees(29_999), maxPriceInMinorUnits: rupees(42_900) }),
    ).toEqual(['Redmi Note 14', 'Watch SE']);
  });

  it.each([
    [true, 6],
    [false, 1],
  ])('select by stock: %s', async (inStock, total) => {
    expect((await find({ inStock })).total).toBe(total);
  });
});

describe('orders', () => {
  const first = async (sort: SearchQuery['sort']) => (await names({ sort }))[0];

  it('default to newest first (SIL-27)', async () => {
    expect(await names({})).toEqual(shop.map(({ name }) => name).toReversed());
  });

  it.each([
    ['createdAt_desc', 'Redmi Note 14'],
    ['price_asc', 'Nothing Ear'],
    ['price_desc', 'MacBook Air'],
    ['name_asc', 'Galaxy S25 Ultra'],
    ['discount_desc', 'Nothing Ear'],
    ['relevance', 'Redmi Note 14'],
  ] as const)('%s begins with %s', async (sort, name) => {
    expect(await first(sort)).toBe(name);
  });

  it('apply to search results too', async () => {
    const byPrice = ['Watch SE', 'iPhone 15', 'iPhone 16', 'MacBook Air'];
    expect(await names({ text: 'apple', sort: 'price_asc' })).toEqual(byPrice);
  });

  it('place the newer of two equal products first', async () => {
    const twins = [1, 2].map((n) => aProduct({ id: idNumber(n), createdAt: new Date(Date.UTC(2026, 1, n)) }));
    search = await searchOf(twins);
    expect((await find({ sort: 'price_asc' })).ids).toEqual([idNumber(2), idNumber(1)]);
  });
});

describe('facets', () => {
  it("count each value without the facet's own filter", async () => {
    const { facets, total } = await find({ category: ['smartphone'], brand: ['Apple'] });
    expect(total).toBe(1);
    expect(facets.brand).toEqual([
      { value: 'Apple', count: 1 },
      { value: 'Xiaomi', count: 1 },
    ]);
    expect(facets.category.find(({ value }) => value === 'watch')).toEqual({ value: 'watch', count: 1 });
    expect(facets.category.map(({ count }) => count).reduce((sum, count) => sum + count)).toBe(4);
  });

  it('have the price range without the price filter, and count stock without the stock filter', async () => {
    const { facets } = await find({ maxPriceInMinorUnits: rupees(20_000) });
    expect(facets.price).toEqual({ min: 19_900, max: 169_900 });
    expect((await find({ inStock: false })).facets.inStock).toBe(6);
  });

  it('cover all results, not the page', async () => {
    const allResults = await find({ text: 'apple' });
    const page = await find({ text: 'apple', offset: 2, limit: 1 });
    expect(page.facets).toEqual(allResults.facets);
    expect(page.total).toBe(4);
    expect(page.ids).toEqual(allResults.ids.slice(2, 3));
  });

  it('are empty without results', async () => {
    const noFacets = { category: [], brand: [], price: { min: 0, max: 0 }, inStock: 0 };
    expect((await find({ text: 'zzzzqqqq' })).facets).toEqual(noFacets);
  });
});

describe('suggestions', () => {
  it('complete the text first, then show products', async () => {
    const suggestions = await search.suggest('ipho');
    const kinds = suggestions.map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(3).fill('query'), ...Array(3).fill('product')]);
    expect(suggestions[0]).toEqual({ kind: 'query', text: 'iPhone' });
    expect(suggestions[3]).toMatchObject({ kind: 'product', text: 'iPhone 16', price: 134_900 });
  });

  it('complete the closest word (SIL-09)', async () => {
    expect((await search.suggest('galxy'))[0]).toEqual({ kind: 'query', text: 'Galaxy' });
    expect((await search.suggest('iphnoe 15'))[0]).toEqual({ kind: 'query', text: 'iPhone 15' });
  });

  it.each(['iphone 17', 'galaxy s24'])('do not complete %j to another model number', async (text) => {
    const completions = (await search.suggest(text)).filter(({ kind }) => kind === 'query');
    expect(completions.filter((completion) => /\d/.test(completion.text))).toEqual([]);
  });

  it('allow a typo and name the likely brand', async () => {
    expect(await search.suggest('samsng')).toMatchObject([
      { kind: 'query', text: 'Samsung' },
      { kind: 'product', text: 'Galaxy S25 Ultra' },
    ]);
  });

  it.each(['', '?', 'zzzzqqqq'])('are none for %j', async (text) => {
    expect(await search.suggest(text)).toEqual([]);
  });

  it('are at most four searches and five products', async () => {
    search = await searchOf(
      Array.from({ length: 30 }, (_, n) => aProduct({ id: idNumber(n + 1), name: `Pixel ${n}` })),
    );
    const kinds = (await search.suggest('pix')).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'query').length).toBeLessThanOrEqual(4);
    expect(kinds.filter((kind) => kind === 'product')).toHaveLength(5);
  });
});

describe('changes', () => {
  const galaxy = shop[0] ?? aProduct();

  it('are visible at once', async () => {
    await search.put([searchEntryOf({ ...galaxy, name: 'Galaxy Fold', version: 2 })]);
    expect((await find({ text: 'fold' })).ids).toEqual([galaxy.id]);
    expect(await names({ text: 's25' })).toEqual([]);
    await search.remove([{ id: galaxy.id, version: 3 }]);
    expect((await find({ text: 'fold' })).total).toBe(0);
    expect(search.size).toBe(shop.length - 1);
  });

  it('of price and stock affect orders and counts, also cached orders', async () => {
    const query = { text: 'samsung apple', sort: 'price_desc' } as const;
    const mostExpensive = async (filters: Partial<SearchQuery> = {}) =>
      (await names({ sort: 'price_desc', ...filters })).slice(0, 2);
    expect(await mostExpensive()).toEqual(['MacBook Air', 'Galaxy S25 Ultra']);
    const { facets } = await find(query);

    await search.put([searchEntryOf({ ...galaxy, stock: 0, version: 2 })]);
    expect(await mostExpensive()).toEqual(['MacBook Air', 'Galaxy S25 Ultra']);
    expect(await mostExpensive({ inStock: true })).not.toContain('Galaxy S25 Ultra');
    expect((await find(query)).facets.inStock).toBe(facets.inStock - 1);
    expect((await find({})).facets.inStock).toBe(shop.length - 2);

    await search.put([searchEntryOf({ ...galaxy, priceInMinorUnits: rupees(199_900), version: 3 })]);
    expect(await mostExpensive()).toEqual(['Galaxy S25 Ultra', 'MacBook Air']);
    expect((await names(query))[0]).toBe('Galaxy S25 Ultra');
    expect((await find({})).facets.price.max).toBe(199_900);
  });

  it('that arrive late restore neither an older state nor a deleted product', async () => {
    const product = aProduct({ id: idNumber(50), version: 5, name: 'New name' });
    await search.put([searchEntryOf(product)]);
    await search.put([searchEntryOf({ ...product, version: 4, name: 'Old name' })]);
    expect((await find({ text: 'old' })).total).toBe(0);
    await search.remove([{ id: product.id, version: 6 }]);
    await search.put([searchEntryOf(product)]);
    expect((await find({ text: 'new' })).total).toBe(0);
  });

  it('during a reload are in the new index, and readers see the old one until it is complete', async () => {
    const lateProduct = aProduct({ id: idNumber(60), name: 'Zenfone' });
    async function* allEntries() {
      yield* shop.slice(1).map(searchEntryOf);
      await search.put([searchEntryOf(lateProduct)]);
      await search.remove([{ id: idNumber(7), version: 2 }]);
      expect(search.size).toBe(shop.length);
    }
    await search.replaceAll(allEntries());
    expect(search.size).toBe(shop.length - 1);
    expect((await find({ text: 'zenfone' })).total).toBe(1);
    expect(await names({ text: 'redmi' })).toEqual([]);
    expect(await names({ text: 'galaxy' })).toEqual([]);
  });

  it('right after the start are searchable, although texts are indexed lazily', async () => {
    const started = createInProcessProductSearch();
    const many = Array.from({ length: 1_200 }, (_, position) =>
      aProduct({ id: idNumber(1_000 + position), name: `Zenfone ${position}` }),
    );
    async function* allEntries() {
      yield* many.map(searchEntryOf);
    }
    await started.replaceAll(allEntries());
    await started.remove([{ id: idNumber(1_001), version: 2 }]);
    const all = await started.find({ offset: 0, limit: 1 });
    expect((await started.find({ text: 'zenfone', offset: 0, limit: 1 })).total).toBe(all.total);
    expect((await started.find({ text: 'zenfone 1199', offset: 0, limit: 1 })).ids).toEqual([
      idNumber(2_199),
    ]);
  });

  it('keep the index when a reload fails', async () => {
    // oxlint-disable-next-line require-yield
    async function* broken(): AsyncGenerator<never> {
      throw new Error('The database is unavailable.');
    }
    await expect(search.replaceAll(broken())).rejects.toThrow('unavailable');
    expect(search.size).toBe(shop.length);
  });
});
