import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRemote, readShell, type ServerCode } from '@kinmel/render/server-files';
import { SetWorker } from '@kinmel/render/set-worker';
import { aPolicy, aProduct, productId } from '@kinmel/testing/samples';
import { repositoryFolder } from './paths.ts';
import { containerName, exposedFiles, readDeclaration } from './remote-config.ts';
import { buildServerFile } from './server-build.ts';

/** Tries to end an attribute, an element, a comment and a data block. */
const evil = `"'><x-evil onevil="1"></title></style></textarea><!--</script><script>evil()</script>\u2028\u2029\ud800 &lt;`;
/** Fields for programs, whose values must stay valid. */
const programField =
  /^(_?id|category|image|createdAt|updatedAt|valid\w+|currency|discountType|targetProducts|promoCode|dominantColor)$/;

/** Appends the attack to every text for people. */
function withAttack(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return programField.test(key) ? value : `${value}${evil}`;
  if (Array.isArray(value))
    return value.map((each) =>
      programField.test(key) && typeof each === 'string' ? each : withAttack(each),
    );
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withAttack(part, name)]));
}

const policy = aPolicy();
const products = [1, 2, 3, 4, 5, 6].map((number) =>
  aProduct({ id: productId(number), name: `Phone ${number}`, lowStockCount: 2 }),
);
const remotes = ['mfe-catalog', 'mfe-cart-checkout', 'mfe-services'];
const list = withAttack({
  success: true,
  data: products,
  pagination: { page: 1, limit: 24, total: 6, totalPages: 1, hasPrev: false, hasNext: false },
  facets: {
    category: [{ value: 'premiumsmartphones', count: 6 }],
    brand: [{ value: 'Apple', count: 6 }],
    price: { min: 91_500, max: 91_500 },
    inStock: 6,
  },
});
const offer = {
  _id: 'b'.repeat(24),
  id: 'b'.repeat(24),
  title: 'Galaxy Festival',
  description: 'Twelve percent off.',
  discount: '12% OFF',
  discountType: 'percentage',
  discountValue: 12,
  validFrom: '2026-01-01',
  validUntil: '2099-12-31',
  category: 'Samsung',
  promoCode: 'GALAXY12',
  image: '',
  isActive: true,
  redemptionSteps: ['Add it to the cart'],
  productDetails: { name: 'Galaxy S25 Ultra', originalPrice: 164_900, discountedPrice: 144_900 },
  targetProducts: [],
  version: 1,
};
const answers: Record<string, unknown> = {
  '/api/policy': withAttack({ success: true, data: policy }),
  '/api/products/category/premiumsmartphones?sort=createdAt_desc': list,
  '/api/products/category/galaxyproducts?sort=createdAt_desc': list,
  '/api/products?category=smartphone&limit=24': list,
  '/api/products?search=phone&limit=24': list,
  [`/api/products/${productId(1)}`]: withAttack({ success: true, data: products[0] }),
  '/api/special-offers': withAttack({ success: true, offers: [offer] }),
};

let folder: string;
let worker: SetWorker;
let registry: object;

async function buildServer(name: string): Promise<ServerCode> {
  const isShell = name === 'shell';
  const target = isShell ? join(folder, 'shell', '1') : join(folder, 'remotes', name, '1');
  await mkdir(target, { recursive: true });
  const source = join(repositoryFolder, name);
  const server = await buildServerFile(target, {
    name: isShell ? 'shell' : containerName(name),
    filename: isShell ? 'shell.cjs' : 'remote.cjs',
    modules: isShell
      ? { server: join(source, 'src/server.tsx') }
      : exposedFiles(source, readDeclaration(source)),
    hasShared: isShell,
  });
  const files = { remotesFolder: join(folder, 'remotes'), shellsFolder: join(folder, 'shell') };
  const versions = { shell: '1', remotes: { [name]: '1' }, hashes: { [name]: server.integrity } };
  return isShell ? readShell(files, versions) : readRemote(files, versions, name);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinmel-rendered-'));
  const parts: ServerCode[] = [];
  for (const name of ['shell', ...remotes]) parts.push(await buildServer(name));
  registry = {
    schema: 1,
    revision: 1,
    remotes: Object.fromEntries(
      remotes.map((name) => {
        const { owner, contractVersion, requiredRole, pages, widgets } = readDeclaration(
          join(repositoryFolder, name),
        );
        const at = `/remotes/${name}/1/`;
        const entry = {
          name,
          version: '1',
          owner,
          contractVersion,
          requiredRole,
          entry: `${at}remoteEntry.js`,
          manifest: `${at}mf-manifest.json`,
          integrity: {},
        };
        return [name, { ...entry, pages, widgets: widgets.map((widget) => widget.name) }];
      }),
    ),
  };
  worker = await SetWorker.start(
    parts,
    { limitMs: 30_000, megabytes: 256, processMegabytes: 8192 },
    {
      onFault: (part, reason) => {
        throw new Error(`${part}: ${reason}`);
      },
      onNote: () => undefined,
      onEnd: () => undefined,
    },
  );
}, 120_000);

afterAll(async () => {
  await worker?.stop();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['/', 2],
  ['/smartphone', 6],
  [`/productdetails?id=${productId(1)}`, 1],
  ['/search-results?q=phone', 6],
  [`/search-results?q=${encodeURIComponent(evil.replace('\ud800', ''))}`, 0],
  ['/specialoffers', 1],
  ['/about', 1],
  ['/contact', 1],
])(
  'markup, quotes, U+2028 and lone surrogates in every text of product, offer and policy stay text on %s',
  async (address, minOccurrences) => {
    const { searchParams } = new URL(address, 'http://shop.test');
    const firstData = {
      ...answers,
      [`/api/products?search=${encodeURIComponent(searchParams.get('q') ?? '')}&limit=24`]: list,
    };
    const html = await worker.render(JSON.stringify({ address, registry, firstData }));
    // Everything outside of well-formed tags is text without markup characters.
    const tag = /<\/?[a-z][a-z0-9]*((?: [a-zA-Z:-]+(?:="[^"<>]*")?)*)\/?>|<!--[/$!? ]*-->/g;
    expect(html.replaceAll(tag, '')).not.toMatch(/[<>"']/);
    const tags = html.match(tag) ?? [];
    expect(tags.filter((each) => /^<(?:script|style|title|x-|textarea)/.test(each))).toEqual([]);
    expect(tags.filter((each) => / on[a-z]+=/.test(each.replaceAll(/="[^"]*"/g, '=')))).toEqual([]);
    expect(html.split('x-evil').length - 1).toBeGreaterThanOrEqual(minOccurrences);
  },
  60_000,
);
