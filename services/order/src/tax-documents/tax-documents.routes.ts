import { orderEndpoints } from '@kinmel/contracts';
import { type Call, type Route, route } from '@kinmel/service-kit';
import { type DocumentsExportContext, exportTaxDocuments } from './export-tax-documents.ts';
import { type DocumentAnswersContext, type DocumentCaller, getDocument } from './get-document.ts';
import type { DocumentId } from './tax-document.ts';

export function taxDocumentsRoutes(context: DocumentAnswersContext & DocumentsExportContext): Route[] {
  const documentAnswer = async (
    documentId: DocumentId,
    { respond, ...caller }: DocumentCaller & Pick<Call<unknown, unknown, unknown>, 'respond'>,
  ) => {
    const { fileName, answer } = await getDocument(context, documentId, caller);
    respond.header('Content-Disposition', `inline; filename="${fileName}"`);
    return answer;
  };
  return [
    route(orderEndpoints.getInvoice, (call) =>
      documentAnswer({ orderId: call.params.id, kind: 'invoice' }, call),
    ),
    route(orderEndpoints.getCreditNote, (call) =>
      documentAnswer({ orderId: call.params.id, kind: 'credit-note', returnId: call.query.return }, call),
    ),
    route(orderEndpoints.exportTaxDocuments, ({ query, staff }) => exportTaxDocuments(context, query, staff)),
  ];
}
