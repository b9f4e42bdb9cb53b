import type { Product } from '@kinmel/contracts';
import { Breadcrumbs, Button, Container, Sheet, VisuallyHidden } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useId, useRef, useState } from 'react';
import { catalogApi } from '../../catalog-api.ts';
import { FilterChips } from '../../filters/filter-chips.tsx';
import { FilterPanel } from '../../filters/filter-panel.tsx';
import { listingAddress } from '../../filters/list-address.ts';
import { PageLinks, pageTitle, usePageStart } from '../../filters/page-links.tsx';
import { activeFilterCount, withoutFilters } from '../../filters/product-filters.rules.ts';
import { SortSelect, sortLabels } from '../../filters/sort-select.tsx';
import { useFilters } from '../../filters/use-filters.ts';
import { ProductGrid, ProductGridSkeleton } from '../../products/list/product-grid.tsx';
import { ProductList } from '../../products/list/product-list.tsx';
import classes from './listing-page.module.css';
import type { Listing } from './listings.content.ts';

/** Default order: newest first. */
const defaultSort = 'createdAt_desc';
const firstRowCount = 4;

function Products({ listing, products }: { listing: Listing; products: readonly Product[] }) {
  if (!listing.moreTitle) return <ProductGrid products={products} columns={3} isFirstView />;
  const moreProducts = products.slice(firstRowCount);
  return (
    <>
      <div className={classes.row}>
        <ProductGrid products={products.slice(0, firstRowCount)} isFirstView />
      </div>
      {moreProducts.length > 0 ? (
        <section className={classes.row}>
          <h2 className="type-block below-24">{listing.moreTitle}</h2>
          <ProductGrid products={moreProducts} />
        </section>
      ) : null}
    </>
  );
}

/** A page that lists one category; filters, sorting and page number are in the URL. */
export function ListingPage({ listing }: { listing: Listing }) {
  usePageTitle(listing.title);
  const { filters, change, addressWith } = useFilters();
  const request = catalogApi.useListCatalogProductsQuery(listingAddress(listing, filters));
  const [isSheetOpen, setSheetOpen] = useState(false);
  // Changing a filter keeps scroll position and focus.
  const heading = usePageStart(filters.page);
  const opener = useRef<HTMLButtonElement>(null);
  const showButton = useRef<HTMLButtonElement>(null);
  const resultsId = useId();

  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const { data } = request;
  const sort = filters.sort ?? defaultSort;
  const count = activeFilterCount(filters);
  const countText = data && `${data.total} ${data.total === 1 ? listing.nouns.one : listing.nouns.many}`;
  const panel: ReactNode = (
    <FilterPanel filters={filters} facets={data?.facets} ranges={listing.ranges} onChange={change} />
  );

  return (
    <Container page>
      <Breadcrumbs
        link={Link}
        items={[
          { label: 'Home', to: '/' },
          { label: 'Categories', to: '/categories' },
          { label: listing.title },
        ]}
      />
      <header className={`above-20 ${classes.head}`}>
        <div>
          <h1>{listing.title}</h1>
          <p className={`type-lead figures above-8 ${classes.count}`} aria-live="polite">
            {countText ? `${countText}, ${sortLabels[sort].sentence}` : ' '}
          </p>
        </div>
        <div className={classes.controls}>
          <Button
            ref={opener}
            look="line"
            className={classes.filtersButton}
            onClick={() => setSheetOpen(true)}
          >
            <SlidersHorizontal />
            <span>{count > 0 ? `Filters (${count})` : 'Filters'}</span>
          </Button>
          <SortSelect
            value={sort}
            defaultSort={defaultSort}
            onChange={(chosen) => change({ sort: chosen })}
          />
        </div>
      </header>
      <div className={`stack gap-48 ${classes.columns}`}>
        <aside className={classes.filters} aria-label="Filters">
          {panel}
        </aside>
        <div className={classes.results} aria-busy={request.isFetching}>
          <VisuallyHidden as="h2" ref={heading} tabIndex={-1} id={resultsId}>
            {pageTitle(filters.page, data?.totalPages)}
          </VisuallyHidden>
          <FilterChips filters={filters} onChange={change} onEmptied={focusHeading} />
          <div data-stale={request.isFetching && data !== undefined}>
            <ProductList
              request={request}
              products={data?.products}
              errorTexts={listing.errorTexts}
              emptyText={listing.emptyText}
              emptyAction={
                count > 0 ? (
                  <Button
                    size="medium"
                    onClick={() => {
                      focusHeading();
                      change(withoutFilters(filters));
                    }}
                  >
                    Clear all
                  </Button>
                ) : null
              }
              skeleton={
                listing.moreTitle ? (
                  <div className={classes.row}>
                    <ProductGridSkeleton count={8} />
                  </div>
                ) : (
                  <ProductGridSkeleton count={9} columns={3} />
                )
              }
            >
              {(products) => <Products listing={listing} products={products} />}
            </ProductList>
          </div>
          {data ? (
            <PageLinks page={data.page} totalPages={data.totalPages} addressWith={addressWith} />
          ) : null}
        </div>
      </div>
      <Sheet
        open={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        title="Filters"
        side="bottom"
        opener={opener}
        foot={
          <div className="line">
            {/* Announced here, because the line under the title is behind the sheet. */}
            <VisuallyHidden as="output">{countText}</VisuallyHidden>
            <Button
              look="line"
              disabled={count === 0}
              onClick={() => {
                // The button becomes disabled and would lose the focus.
                showButton.current?.focus();
                change(withoutFilters(filters));
              }}
            >
              Clear all
            </Button>
            <Button ref={showButton} className="grow" onClick={() => setSheetOpen(false)}>
              {countText ? `Show ${countText}` : 'Show'}
            </Button>
          </div>
        }
      >
        <div className={classes.sheet}>{panel}</div>
      </Sheet>
    </Container>
  );
}
