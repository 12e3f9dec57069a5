import { addArticle } from "../articles/article.ts";
import { FIELDS_TEXT, newFullBody, serialNumberOf } from "../articles/body.ts";
import { getFullArticle } from "../articles/detail.ts";
import { nextCode } from "../articles/next-code.ts";
import { FullArticle } from "../articles/shapes.ts";
import { command, type Endpoint } from "../http/endpoint/endpoint.ts";
import { checkedStock, type HasLocation, stockBody } from "./routes.ts";
import { setStock } from "./stock.ts";

/** The endpoint of a new article with all fields and its stock. `hasLocation` comes from the composition root. */
export function newArticleRoutes(hasLocation: HasLocation): Endpoint[] {
  return [
    command("POST", "/api/articles/full", {
      operationId: "createFullArticle",
      permission: "manage",
      summary: "Adds an article with its note, purchase data, custom fields and stock",
      description: `Like \`POST /api/articles\`, but \`code\` may be absent or null. The article then gets the next free code of the setting \`articleCodePattern\`. \`locations\` is its stock, as \`PUT /api/articles/{id}/locations\` takes it, with one piece or more at each. ${FIELDS_TEXT}`,
      status: 201,
      body: { ...newFullBody, locations: stockBody(1).optional() },
      response: FullArticle,
      errors: { 409: "the code is already used" },
      run(tx, { body, language }, caller) {
        const { tenantId } = caller;
        const { fields: customFields, locations = [], ...fields } = body;
        const stock = checkedStock(tx, tenantId, locations, hasLocation);
        // Read in the same transaction, so that no other article gets this code.
        const code = body.code ?? nextCode(tx, tenantId);
        const oid = addArticle(tx, caller, {
          ...fields,
          customFields,
          code,
          serialNumber: serialNumberOf(body),
        });
        if (stock.size > 0) setStock(tx, { tenantId, articleId: oid }, stock);
        return { ...getFullArticle(tx, tenantId, oid, language), location: `/api/articles/${oid}` };
      },
    }),
  ];
}
