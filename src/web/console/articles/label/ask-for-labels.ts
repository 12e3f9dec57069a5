import { printLabels } from "../../../api/printing.ts";
import { requestAsUser } from "../../../api/tokens.ts";

/** Which labels are wanted, and where. */
export interface Labels {
  readonly printerId: number;
  readonly labelFormatId: number;
  readonly copies: number;
}

/** Asks once for the labels of an article; gives the number of the request. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function requestLabels(articleId: number, labels: Labels, key: string): Promise<number> {
  const { oid } = await requestAsUser(printLabels({ body: { articleId, ...labels } }), {
    headers: { "Idempotency-Key": key },
  });
  return oid;
}
