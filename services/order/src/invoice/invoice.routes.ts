import { orderEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { signedIn } from '../orders/orders.routes.ts';
import { getInvoice, type InvoiceContext } from './get-invoice.ts';

export const invoiceRoutes = (context: InvoiceContext): Route[] => [
  route(orderEndpoints.getInvoice, async ({ params, identity, respond }) => {
    const { orderNumber, answer } = await getInvoice(context, params.id, signedIn(identity));
    respond.header('Content-Disposition', `inline; filename="invoice-${orderNumber}.pdf"`);
    return answer;
  }),
];
