import { Button, Container, EmptyState, Pill, Pills, VisuallyHidden } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import Search from 'lucide-react/icons/search';
import { useLocation } from 'react-router-dom';
import { AlertButton } from '../../alerts/alert-button.tsx';
import { catalogApi } from '../../catalog-api.ts';
import { searchAddress } from '../../filters/list-address.ts';
import { PageLinks, pageTitle, usePageStart } from '../../filters/page-links.tsx';
import { activeFilterCount, withoutFilters } from '../../filters/product-filters.rules.ts';
import { SortSelect } from '../../filters/sort-select.tsx';
import { useFilters } from '../../filters/use-filters.ts';
import { ProductGrid, ProductGridSkeleton } from '../../products/list/product-grid.tsx';
import { ProductList } from '../../products/list/product-list.tsx';
import { countLine, kindsWithResults, searchedText } from './search-results.rules.ts';
import classes from './search-results-page.module.css';

/** Best match first. */
const defaultSort = 'relevance';

const errorTexts = { failed: 'Failed to fetch products', unreadable: 'Invalid response format' };

function Results({ query }: { query: string }) {
  const { filters, change, addressWith } = useFilters();
  const request = catalogApi.useListCatalogProductsQuery(searchAddress(query, filters));
  const { data } = request;
  const heading = usePageStart(filters.page);
  const isEmpty = data?.products.length === 0 && activeFilterCount(filters) === 0;
  return (
    <>
      <header className={classes.head}>
        <div aria-live="polite" className={classes.titleBox}>
          <h1 className={`anywhere ${classes.title}`}>
            {data && request.error === undefined ? countLine(data.total, query) : `Results for "${query}"`}
          </h1>
        </div>
        {isEmpty ? null : (
          <SortSelect
            value={filters.sort ?? defaultSort}
            defaultSort={defaultSort}
            onChange={(sort) => change({ sort })}
          />
        )}
      </header>
      {isEmpty ? null : (
        <Pills legend="Show">
          <Pill isChosen={filters.range.length === 0} onChoose={() => change({ range: [] })}>
            All
          </Pill>
          {kindsWithResults(data?.facets, filters.range).map(({ label, range, count, isChosen }) => (
            <Pill key={label} isChosen={isChosen} onChoose={() => change({ range: isChosen ? [] : range })}>
              {`${label} ${count}`}
            </Pill>
          ))}
          <Pill isChosen={filters.inStock} onChoose={() => change({ inStock: !filters.inStock })}>
            In stock only
          </Pill>
        </Pills>
      )}
      <div className={classes.list} data-stale={request.isFetching && data !== undefined}>
        <VisuallyHidden as="h2" ref={heading} tabIndex={-1}>
          {pageTitle(filters.page, data?.totalPages)}
        </VisuallyHidden>
        <ProductList
          request={request}
          products={data?.products}
          errorTexts={errorTexts}
          emptyText="Sorry, no products found"
          emptyDetail="Check the spelling, or try a shorter word."
          emptyAction={
            activeFilterCount(filters) > 0 ? (
              <Button
                size="medium"
                onClick={() => {
                  heading.current?.focus({ preventScroll: true });
                  change(withoutFilters(filters));
                }}
              >
                Clear all
              </Button>
            ) : (
              <>
                <AlertButton about={{ text: query }} look="button" />
                <Link to="/categories" className={classes.categories}>
                  Browse categories
                </Link>
              </>
            )
          }
          skeleton={<ProductGridSkeleton count={8} />}
        >
          {(products) => <ProductGrid products={products} isFirstView />}
        </ProductList>
      </div>
      {data ? <PageLinks page={data.page} totalPages={data.totalPages} addressWith={addressWith} /> : null}
    </>
  );
}

/** `/search-results`: matching products, best match first. */
export default function SearchResultsPage() {
  const { state, search } = useLocation();
  const query = searchedText(state, new URLSearchParams(search));
  usePageTitle(query === '' ? 'Search' : `Search: ${query}`);
  return (
    <Container page className={classes.page}>
      {query === '' ? (
        <>
          <h1 className={`anywhere ${classes.title}`}>Search</h1>
          <EmptyState
            className="above-32"
            icon={<Search />}
            text="Please enter a search term."
            detail="A model, a maker or what it should do: try iPhone, Galaxy or noise cancelling."
            actions={
              <Link to="/categories" className={classes.categories}>
                Browse categories
              </Link>
            }
          />
        </>
      ) : (
        <Results key={query} query={query} />
      )}
    </Container>
  );
}
