import { contractBetween, type EndpointExchange, endpointExchange } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { wishlistApi } from '../wishlist/wishlist-api.ts';
import { alertsApi } from './alerts-api.ts';

const { boolean, eachLike, integer, nullValue, number, regex, string } = MatchersV3;

const catalog = contractBetween('mfe-catalog', 'catalog');
const { createAlert, getAlert, confirmAlert, endAlert, listMyAlerts } = alertsApi.endpoints;
const { getWishlist, changeWishlist } = wishlistApi.endpoints;

const id = '25ee728f50f0dfc3eee9b45d';
// Derived from the id of the alert by the key of the provider's tests.
const link = 'UOHshFJT4k1_gE6OcEaceRyyVMyXhlGDA9TYlmwJ-zU';
const address = `/api/alerts/${link}`;
const given = 'the alert 00000000000000000000a1e7 waits to be confirmed';
const token = 'access-token';

const alert = (isConfirmed: boolean) => ({
  kind: regex(/^(product|wish)$/, 'wish'),
  subject: string('iPhone 13 Pro'),
  productId: nullValue(),
  maxPrice: { amountInMinorUnits: integer(7_000_000), currency: regex(/^NPR$/, 'NPR') },
  minGrade: regex(/^[ABC]$/, 'A'),
  isConfirmed: boolean(isConfirmed),
});
const alertAnswer = (isConfirmed: boolean) => ({ success: true, data: alert(isConfirmed) });

it.each([
  {
    title: 'asks for an alert',
    given: `the product ${id} is in the shop`,
    name: 'an alert for a product',
    request: [
      'POST',
      '/api/alerts',
      { body: { kind: 'product', email: 'asha.rai@kinmel.example', productId: id } },
    ],
    answer: [201, { success: true, message: string('Thank you.') }],
    send: createAlert.initiate({ kind: 'product', email: 'asha.rai@kinmel.example', productId: id }),
    expected: { data: { message: 'Thank you.' } },
  },
  {
    title: 'shows an alert by its link',
    given,
    name: 'one alert',
    request: ['GET', address],
    answer: [200, alertAnswer(false)],
    send: getAlert.initiate(link),
    expected: { data: { subject: 'iPhone 13 Pro', isConfirmed: false } },
  },
  {
    title: 'confirms an alert',
    given,
    name: 'the confirmation of an alert',
    request: ['POST', `${address}/confirmation`],
    answer: [200, alertAnswer(true)],
    send: confirmAlert.initiate(link),
    expected: { data: { isConfirmed: true } },
  },
  {
    title: 'ends an alert',
    given,
    name: 'the end of an alert',
    request: ['POST', `${address}/end`],
    answer: [200, { success: true }],
    send: endAlert.initiate(link),
    expected: { data: { success: true } },
  },
  {
    title: 'lists the alerts of an account',
    given: 'the account has the alert 00000000000000000000a1e7',
    name: 'the alerts of an account',
    token,
    request: ['GET', '/api/alerts'],
    answer: [200, { success: true, data: eachLike({ ...alert(true), token: regex(/^[\w-]{43}$/, link) }) }],
    send: listMyAlerts.initiate(),
    expected: { data: [{ token: link }] },
  },
  {
    title: 'shows the wishlist of an account',
    given: `the product ${id} is on the wishlist of the account`,
    name: 'the wishlist of an account',
    token,
    request: ['GET', '/api/wishlist'],
    answer: [
      200,
      {
        success: true,
        data: eachLike({
          id: regex(/^[0-9a-f]{24}$/, id),
          name: string('iPhone 13 Pro'),
          price: number(91_500),
          category: regex(/^premiumsmartphones$/, 'premiumsmartphones'),
        }),
      },
    ],
    send: getWishlist.initiate(),
    expected: { data: [{ id, name: 'iPhone 13 Pro' }] },
  },
  {
    title: 'changes the wishlist of an account',
    given: `the product ${id} is in the shop`,
    name: 'a change of a wishlist',
    token,
    request: ['POST', '/api/wishlist', { body: { add: [id], remove: [] } }],
    answer: [200, { success: true, data: eachLike(regex(/^[0-9a-f]{24}$/, id)) }],
    send: changeWishlist.initiate({ add: [id], remove: [] }),
    expected: { data: [id] },
  },
] satisfies (EndpointExchange & { title: string })[])('the alerts and the wishlist: $title', (row) =>
  endpointExchange(catalog, row),
);
