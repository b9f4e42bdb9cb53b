
import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, Link, RouterProvider } from 'react-router-dom';
const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: '/' }),
  endpoints: (build) => ({ products: build.query({ query: () => 'api/products' }) }),
});
const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (getDefault) => getDefault().concat(api.middleware),
});
function Page() {
  const { data } = api.useProductsQuery();
  return <p><Link to="/">{String(data)}</Link></p>;
}
const router = createBrowserRouter([{ path: '*', element: <Page /> }]);
createRoot(document.body).render(<Provider store={store}><RouterProvider router={router} /></Provider>);
