import ArrowRight from 'lucide-react/icons/arrow-right';
import Heart from 'lucide-react/icons/heart';
import Menu from 'lucide-react/icons/menu';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { type ElementType, type ReactElement, type ReactNode, useState } from 'react';
import {
  AccessDenied,
  Alert,
  ArtPicture,
  artOf,
  Badge,
  Breadcrumbs,
  Button,
  ButtonLink,
  type ButtonLook,
  Checkbox,
  Chip,
  ConfirmDialog,
  Container,
  Dialog,
  EmptyState,
  ErrorState,
  Facts,
  Field,
  IconButton,
  Loading,
  Logo,
  Mark,
  NeedsScript,
  NepaliName,
  PictureTile,
  Pill,
  Pills,
  Price,
  Quantity,
  RangeInput,
  RequestState,
  SavingFlag,
  Section,
  Select,
  Sheet,
  Skeleton,
  StatusChip,
  Tabs,
  TextArea,
  TextInput,
  Toast,
  ToastStack,
  UnavailablePlace,
  VisuallyHidden,
} from './index.ts';

type States = Readonly<Record<string, () => ReactElement>>;

const noop = () => {};

const Row = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 16 }}>{children}</div>
);
const Column = ({ width, children }: { width?: number; children: ReactNode }) => (
  <div style={{ display: 'grid', gap: 12, width, maxWidth: '100%' }}>{children}</div>
);
const OnDark = ({ children }: { children: ReactNode }) => (
  <div data-ground="pine" style={{ padding: 24, background: 'var(--pine-deep)' }}>
    {children}
  </div>
);

/** A button that opens a dialog. */
function OpenableDialog({
  as: Modal,
  label,
  ...props
}: { as: ElementType; label: string } & Record<string, unknown>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Modal {...props} open={isOpen} onClose={close} onConfirm={close} />
    </>
  );
}

const looks: readonly [ButtonLook, label: string, busy: string][] = [
  ['buy', 'Add to Cart', 'Adding...'],
  ['solid', 'Save', 'Saving...'],
  ['tonal', 'Add to Cart', 'Adding...'],
  ['line', 'View All (12)', 'Loading...'],
  ['ghost', 'View Special Offers', 'Loading...'],
  ['danger', 'Clear Cart', 'Clearing...'],
  ['ghostDanger', 'Clear Cart', 'Clearing...'],
];
const eachLook = (props: (busyText: string) => { busy?: boolean; busyText?: string; disabled?: boolean }) => (
  <Row>
    {looks.map(([look, label, busyText]) => (
      <Button key={look} look={look} {...props(busyText)}>
        {label}
      </Button>
    ))}
  </Row>
);

function PriceRange() {
  const [value, setValue] = useState<[number, number]>([50000, 180000]);
  return (
    <div style={{ maxWidth: 264 }}>
      <RangeInput
        label="Price"
        min={0}
        max={240000}
        step={500}
        value={value}
        onChange={setValue}
        format={(amount) => `NPR ${amount.toLocaleString('en-US')}`}
      />
    </div>
  );
}

function QuantityStory({ first, name }: { first: number; name: string }) {
  const [value, setValue] = useState(first);
  return <Quantity name={name} value={value} onChange={setValue} parseNumber={Number} />;
}

const CartBadge = ({ count }: { count: number }) => (
  <a href="/cart" aria-label={count === 0 ? 'Cart' : undefined} style={{ position: 'relative', padding: 11 }}>
    <ShoppingBag size={22} />
    <span style={{ position: 'absolute', top: 0, right: 0 }}>
      <Badge count={count} label={`Cart, ${count} items`} />
    </span>
  </a>
);

const shape =
  "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'%3E%3Crect x='28' y='10' width='44' height='80' rx='8' fill='%230f4337'/%3E%3C/svg%3E";
const sources = { src: `data:image/svg+xml,${shape}`, width: 1200, height: 1200 };

const tabs = [
  { value: 'description', label: 'Description', content: <p>What it is.</p> },
  { value: 'specifications', label: 'Specifications', content: <p>What it has.</p> },
  { value: 'offer', label: 'Special Offer', content: <p>What it saves.</p> },
];

const loadFailure = 'Failed to load premium smartphones. Please try again later.';

const fields = [
  <Field key="rest" label="Rest">
    <TextInput placeholder="Placeholder text" />
  </Field>,
  <Field key="filled" label="Filled" optional>
    <TextInput defaultValue="Lalitpur" />
  </Field>,
  <Field key="error" label="Error" error="Please enter a valid email address">
    <TextInput defaultValue="aarati@" type="email" />
  </Field>,
  <Field key="announced" label="Phone" error="Please fill in Phone" announceError>
    <TextInput type="tel" />
  </Field>,
  <Field key="readonly" label="Read-only" hint="Email cannot be changed here.">
    <TextInput defaultValue="aarati@example.com" readOnly />
  </Field>,
  <Field key="money" label="Money" hint="A number greater than 0">
    <TextInput before="$" inputMode="decimal" defaultValue="310.00" />
  </Field>,
  <Field key="off" label="Off">
    <TextInput disabled defaultValue="Not now" />
  </Field>,
  <Field key="select" label="Sort" hideLabel>
    <Select>
      <option>Sort: Newest</option>
      <option>Sort: Price, low to high</option>
    </Select>
  </Field>,
  <Field key="area" label="Message" optional hint="At most 500 characters">
    <TextArea rows={3} />
  </Field>,
];

/** All components with their states, for the viewer (`npm run stories`) and for the tests that render them all. */
export const stories: Readonly<Record<string, States>> = {
  Logo: {
    Color: () => <Logo />,
    OnDark: () => (
      <OnDark>
        <Logo look="onDark" />
      </OnDark>
    ),
  },
  Mark: {
    Color: () => <Mark width={56} height={56} />,
    Pale: () => <Mark look="pale" />,
    Tone: () => (
      <OnDark>
        <Mark look="tone" />
      </OnDark>
    ),
  },
  NepaliName: {
    OnPine: () => (
      <OnDark>
        <NepaliName />
      </OnDark>
    ),
  },
  ButtonLink: {
    Looks: () => (
      <Row>
        {(['buy', 'line', 'ghost'] as const).map((look) => (
          <ButtonLink key={look} href="/" look={look}>
            Shop Now
          </ButtonLink>
        ))}
      </Row>
    ),
  },
  Button: {
    Looks: () => eachLook(() => ({})),
    Sizes: () => (
      <Row>
        <Button size="small">Small</Button>
        <Button size="medium">Medium</Button>
        <Button>Normal</Button>
        <Button size="large">
          Large <ArrowRight />
        </Button>
      </Row>
    ),
    Busy: () => eachLook((busyText) => ({ busy: true, busyText })),
    Disabled: () => eachLook(() => ({ disabled: true })),
    FullWidth: () => (
      <Button look="buy" size="large" fullWidth>
        Proceed to Checkout
      </Button>
    ),
  },
  IconButton: {
    Looks: () => (
      <Row>
        <IconButton label="Open the menu">
          <Menu />
        </IconButton>
        <IconButton label="Add iPhone 13 Pro to wishlist" look="round" aria-pressed="false">
          <Heart />
        </IconButton>
        <IconButton label="Add Pixel 9 to wishlist" look="line" size="large">
          <Heart />
        </IconButton>
        <IconButton label="Send" look="solid">
          <SendHorizontal />
        </IconButton>
        <IconButton label="Not now" disabled>
          <Heart />
        </IconButton>
      </Row>
    ),
  },
  Checkbox: {
    States: () => (
      <Column width={264}>
        <Checkbox label="Smartphones" detail={24} defaultChecked />
        <Checkbox label="Pre-loved" detail={12} />
        <Checkbox label="Not offered now" detail={0} disabled />
      </Column>
    ),
  },
  RangeInput: { Price: () => <PriceRange /> },
  Dialog: {
    Long: () => (
      <OpenableDialog
        as={Dialog}
        label="Open the form"
        title="A longer title that may take two lines on a phone"
      >
        <p>Content that is read before the actions.</p>
      </OpenableDialog>
    ),
  },
  ConfirmDialog: {
    Danger: () => (
      <OpenableDialog as={ConfirmDialog} label="Clear Cart" title="Clear Cart" confirm="Clear Cart">
        Are you sure you want to remove all 4 item(s) from your cart? This action cannot be undone.
      </OpenableDialog>
    ),
  },
  Sheet: {
    Menu: () => (
      <OpenableDialog
        as={Sheet}
        label="Open the menu"
        title="Menu"
        head={<Logo />}
        foot={<Button>Signup</Button>}
      >
        <p style={{ padding: 20 }}>Home</p>
      </OpenableDialog>
    ),
    Filters: () => (
      <OpenableDialog as={Sheet} label="Filters (2)" title="Filters" side="bottom">
        <p style={{ padding: 20 }}>Range, brand, price</p>
      </OpenableDialog>
    ),
  },
  Facts: {
    Facts: () => (
      <Facts
        facts={[
          ['Grade', 'A'],
          ['Battery', '92 %'],
          ['Note', undefined],
        ]}
      />
    ),
    Sum: () => <Facts facts={[['Refund of the goods', 'NPR 900']]} look="sum" />,
    Rows: () => <Facts facts={[['Brand', 'Apple']]} look="rows" />,
  },
  Field: { Controls: () => <Column width={520}>{fields}</Column> },
  Badge: {
    Counts: () => (
      <Row>
        <CartBadge count={0} />
        <CartBadge count={4} />
        <CartBadge count={120} />
      </Row>
    ),
  },
  Chip: {
    Looks: () => (
      <Row>
        <Chip look="pine">Pre-loved</Chip>
        <Chip>Out of Stock</Chip>
        <Chip look="marigold">GALAXY12</Chip>
        <Chip onRemove={noop} removeLabel="Remove filter Smartphones">
          Smartphones
        </Chip>
        <Chip look="line" onPress={noop}>
          Delivery
        </Chip>
      </Row>
    ),
  },
  SavingFlag: {
    Sizes: () => (
      <Row>
        <SavingFlag percent={31} size="small" />
        <SavingFlag percent={31} />
        <SavingFlag percent={31} size="large" />
        <SavingFlag percent={12} lead="SPECIAL OFFER" />
      </Row>
    ),
  },
  StatusChip: {
    Tones: () => (
      <Row>
        {(['warn', 'info', 'violet', 'ok', 'bad', 'pine', 'mute'] as const).map((tone) => (
          <StatusChip key={tone} tone={tone}>
            Reviewed
          </StatusChip>
        ))}
      </Row>
    ),
    Bare: () => (
      <StatusChip tone="warn" bare>
        Only 3 left
      </StatusChip>
    ),
  },
  Breadcrumbs: {
    Three: () => (
      <Breadcrumbs
        link={({ to, ...rest }) => <ButtonLink href={to} {...rest} />}
        items={[
          { label: 'Home', to: '/' },
          { label: 'Categories', to: '/categories' },
          { label: 'Smartphones' },
        ]}
      />
    ),
  },
  Container: {
    Column: () => (
      <Container>
        <p style={{ background: 'var(--mist)' }}>At most 1312 px wide.</p>
      </Container>
    ),
  },
  Section: {
    WithAction: () => (
      <Section
        title="Premium pre-loved smartphones"
        lead="Checked, cleaned and ready for a second owner."
        action={
          <ButtonLink href="/" look="line">
            View All (12)
          </ButtonLink>
        }
      >
        <p>Content</p>
      </Section>
    ),
  },
  VisuallyHidden: {
    Words: () => (
      <p>
        Seen <VisuallyHidden>and heard</VisuallyHidden>
      </p>
    ),
  },
  Loading: {
    Block: () => (
      <Loading text="Loading products">
        <Skeleton height={120} />
      </Loading>
    ),
  },
  Skeleton: {
    Card: () => (
      <Loading style={{ width: 310, maxWidth: '100%' }}>
        <Skeleton form="tile" />
        <Skeleton form="text" width="70%" />
        <Skeleton form="text" width="50%" />
        <Skeleton form="button" />
      </Loading>
    ),
  },
  ArtPicture: {
    Square: () => <ArtPicture art={artOf([320, 640], [], [sources.src, sources.src])} sizes="320px" />,
  },
  PictureTile: {
    States: () => (
      <Column width={310}>
        <PictureTile
          sources={sources}
          alt="Galaxy S25, Icy Blue, front"
          priority
          sizes="310px"
          flag={<SavingFlag percent={16} />}
        />
        <PictureTile sources={sources} alt="Galaxy S24, Violet, front" dimmed />
        <PictureTile sources={undefined} alt="Pixel 9" flag={<SavingFlag percent={14} />} />
        <PictureTile sources={sources} alt="A phone on a table" ground="#c9b79c" />
      </Column>
    ),
  },
  Pill: {
    Chosen: () => (
      <Pill isChosen onChoose={noop}>
        All
      </Pill>
    ),
  },
  Pills: {
    Choices: () => (
      <Pills legend="Show">
        <Pill isChosen onChoose={noop}>
          All
        </Pill>
        <Pill isChosen={false} onChoose={noop}>
          In stock only
        </Pill>
      </Pills>
    ),
  },
  Price: {
    Card: () => <Price price="NPR 121,900" oldPrice="NPR 144,900" saving="You save NPR 23,000" />,
    Page: () => (
      <Price look="page" price="NPR 91,500" oldPrice="NPR 131,900" saving="You save NPR 40,400 (31%)" />
    ),
  },
  Quantity: {
    One: () => <QuantityStory first={1} name="Galaxy S25 Ultra" />,
    Several: () => <QuantityStory first={2} name="iPhone 13 Pro" />,
    Most: () => <QuantityStory first={99} name="Pixel 9" />,
  },
  Alert: {
    Tones: () => (
      <Column>
        <Alert tone="bad">Please fill in ZipCode</Alert>
        <Alert tone="bad" onClose={noop}>
          Error: Failed to fetch requests
        </Alert>
        <Alert tone="ok">Your phone selling request has been submitted successfully!</Alert>
        <Alert tone="info">Please enter a search term.</Alert>
        <Alert tone="warn">Only 3 left</Alert>
      </Column>
    ),
  },
  EmptyState: {
    Cart: () => (
      <EmptyState
        text="Your cart is empty"
        detail="What you add will wait for you here."
        actions={<Button size="medium">Continue Shopping</Button>}
      />
    ),
  },
  AccessDenied: {
    Staff: () => <AccessDenied hasToken user={{ role: 'admin', email: 'asha@example.com' }} onLogin={noop} />,
    Nobody: () => <AccessDenied hasToken={false} user={null} onLogin={noop} />,
  },
  ErrorState: {
    WithRetry: () => <ErrorState text={loadFailure} onRetry={noop} />,
    Retrying: () => <ErrorState text={loadFailure} onRetry={noop} retryLabel="Try Again" busy />,
    WithoutRetry: () => <ErrorState text={loadFailure} />,
  },
  NeedsScript: { Form: () => <NeedsScript /> },
  RequestState: {
    Loading: () => (
      <RequestState request={{ isFetching: true, refetch: noop }} text={loadFailure}>
        <Skeleton height={64} />
      </RequestState>
    ),
    Failed: () => (
      <RequestState request={{ error: 'lost', isFetching: false, refetch: noop }} text={loadFailure}>
        <Skeleton height={64} />
      </RequestState>
    ),
  },
  UnavailablePlace: {
    Block: () => <UnavailablePlace onRetry={noop} />,
    Line: () => <UnavailablePlace size="line" text="Cart is not available right now." onRetry={noop} />,
  },
  Tabs: { Three: () => <Tabs label="Product" tabs={tabs} /> },
  ToastStack: {
    Two: () => (
      <ToastStack
        toasts={[
          { id: 2, kind: 'success', text: 'Added to Cart!', durationMs: 20_000 },
          { id: 1, kind: 'error', text: 'Product is out of stock!', durationMs: 30_000 },
        ]}
        onClose={noop}
      />
    ),
  },
  Toast: {
    Kinds: () => (
      <Column width={360}>
        {(['success', 'error', 'warning', 'info'] as const).map((kind) => (
          <Toast key={kind} kind={kind} text="Added to Cart!" durationMs={3000} onClose={noop} />
        ))}
      </Column>
    ),
  },
};
