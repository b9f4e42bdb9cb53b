import {
  confirmNewsletter as confirmEndpoint,
  showUnsubscribe,
  subscribeNewsletter as subscribeEndpoint,
  unsubscribeNewsletter as unsubscribeEndpoint,
} from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import type { NewsletterContext } from './newsletter-context.ts';
import { confirmNewsletter, subscribeNewsletter, unsubscribeNewsletter } from './subscribe-newsletter.ts';

export const newsletterRoutes = (context: NewsletterContext): Route[] => [
  route(subscribeEndpoint, ({ body, address }) =>
    subscribeNewsletter(context, { email: body.email, address }),
  ),
  route(confirmEndpoint, ({ body }) => confirmNewsletter(context, body.token)),
  route(unsubscribeEndpoint, ({ query }) => unsubscribeNewsletter(context, query.token)),
  route(showUnsubscribe, async ({ query, respond }) => {
    respond.header('Location', `/newsletter?unsubscribe=${encodeURIComponent(query.token)}`);
    return { message: 'The page at this address asks before it ends anything.' };
  }),
];
