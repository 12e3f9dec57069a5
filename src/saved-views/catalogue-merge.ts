import { type Expression, sql } from "kysely";
import type { ReassignmentParams, Reassignments } from "../catalogue/merge.ts";
import { ARTICLE } from "../records/article.ts";
import { ofEachCatalogue } from "../records/catalogues.ts";
import { columnsTo } from "../records/record.ts";
import { sqlite, statement } from "../storage/database/statement.ts";

const QUERY = sql<string>`'&' || query || '&'`;

/** Replaces a record in the filters of saved views of articles. The filters have the names of the articles' columns. */
export const savedViewReassignments: Reassignments = ofEachCatalogue((catalogue) =>
  columnsTo(ARTICLE, catalogue).map((column) => {
    const filter = (oid: number): Expression<string> =>
      sql`${sql.lit(`&${column}=`)} || cast(${oid} AS INTEGER) || '&'`;
    return statement((p: ReassignmentParams) =>
      sqlite
        .updateTable("savedView")
        .set({
          query: sql<string>`trim(replace(${QUERY}, ${filter(p.from)}, ${filter(p.into)}), '&')`,
          change: p.change,
        })
        .where("tenantId", "=", p.tenantId)
        .where("screen", "in", ["/articles", "/refill"])
        .where(sql<boolean>`instr(${QUERY}, ${filter(p.from)}) > 0`),
    );
  }),
);
