import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BULK_EDIT } from "../articles/bulk-edit.ts";
import { articleBody } from "../articles/samples.ts";
import { rowsOf } from "../catalogue/rows.ts";
import type { Client } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { check } from "../import/uploads.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { officeStatus, putRow } from "./master.ts";
import { type Postgres, query, startPostgres } from "./postgres.ts";
import { createOffice } from "./set-up.ts";

// Random edits at a site and in the head office, while the line is cut. In the end every article has the values of the head office,
// and no edit at the site takes them away.

let postgres: Postgres;
let url: string;
let site: string;
beforeAll(async () => {
  postgres = await startPostgres();
  ({ url, site } = await createOffice(postgres, "random"));
});
afterAll(() => postgres.remove());

const code = fc.constantFrom("A000001", "A000002", "A000003", "A000004", "RND-1", "RND-2");
const name = fc.constantFrom("Pump", "Drill", "Saw");
const categoryName = fc.constantFrom("Red", "Green", "GREEN", "Blue");
const kind = <K extends string>(one: K) => fc.constant(one);

const edit = fc.oneof(
  fc.record({
    kind: kind("change"),
    code,
    values: fc.record({ name, code, categoryName }, { requiredKeys: [] }),
  }),
  fc.record({ kind: kind("add"), code, name, categoryName }),
  fc.record({ kind: kind("delete"), code }),
  fc.record({ kind: kind("bulk"), categoryName }),
  fc.record({ kind: kind("undo") }),
  fc.record({ kind: kind("import"), code, name, categoryName }),
  fc.record({ kind: kind("renameCategory"), categoryName, to: categoryName }),
  fc.record({ kind: kind("mergeCategory"), categoryName, into: categoryName }),
);
const row = fc.record({
  kind: kind("row"),
  code,
  name: fc.option(fc.oneof(name, fc.constant("x".repeat(300)))),
  category: fc.option(categoryName),
  isTimed: fc.boolean(),
});
const officeStep = fc.oneof(
  { weight: 3, arbitrary: row },
  fc.record({ kind: kind("deleteRow"), code }),
  fc.record({ kind: kind("cut") }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
type OfficeStep = typeof officeStep extends fc.Arbitrary<infer T> ? T : never;

/** Edits of a Manager. Each is accepted, or refused by a rule. */
class Editor {
  readonly #client: Client;
  #job: string | null = null;

  constructor(client: Client) {
    this.#client = client;
  }

  async do(one: Edit): Promise<void> {
    const client = this.#client;
    const oid = "code" in one ? await this.#articleOf(one.code) : null;
    switch (one.kind) {
      case "change": {
        const { categoryName: category, ...values } = one.values;
        const categoryId = category && (await this.#category(category));
        if (oid !== null) this.#expect(await client.put(`/api/articles/${oid}`, { ...values, categoryId }));
        return;
      }
      case "add": {
        const categoryId = await this.#category(one.categoryName);
        return this.#expect(
          await client.post("/api/articles", articleBody(one.code, { name: one.name, categoryId })),
        );
      }
      case "delete":
        if (oid !== null) this.#expect(await client.delete(`/api/articles/${oid}`));
        return;
      case "bulk":
        this.#job = await startJob(client, BULK_EDIT, {
          ids: [1, 2, 3, 4],
          changes: { categoryId: await this.#category(one.categoryName) },
        });
        await endOf(client, this.#job);
        return;
      case "undo":
        if (this.#job === null) return;
        this.#expect(await client.put(`${this.#job}/undo`));
        await endOf(client, this.#job);
        return;
      case "import": {
        const file = `Code;Name;Category;Type\n${one.code};${one.name};${one.categoryName};Random`;
        const { body } = await check(client, "articles", file);
        this.#expect(await client.put(`/api/imports/${body.id}/apply`));
        return;
      }
      case "renameCategory":
        this.#expect(
          await client.put(`/api/articlecategories/${await this.#category(one.categoryName)}`, {
            name: one.to,
          }),
        );
        return;
      case "mergeCategory": {
        const [from, into] = [await this.#category(one.categoryName), await this.#category(one.into)];
        this.#expect(await client.put(`/api/articlecategories/${from}/merge`, { into }));
      }
    }
  }

  #expect({ status, text }: { readonly status: number; readonly text: string }): void {
    expect([200, 201, 204, 400, 404, 409], text).toContain(status);
  }

  async #articleOf(searched: string): Promise<number | null> {
    const { status, body } = await this.#client.get(`/api/articles/getbycode?code=${searched}`);
    return status === 200 ? body.oid : null;
  }

  async #category(wanted: string): Promise<number> {
    const { body } = await this.#client.get("/api/articlecategories");
    const found = body.find((one: { name: string }) => one.name.toLowerCase() === wanted.toLowerCase());
    return found?.oid ?? (await this.#client.post("/api/articlecategories", { name: wanted })).body.oid;
  }
}

async function changeOffice(one: OfficeStep): Promise<void> {
  if (one.kind === "cut") await cut();
  else if (one.kind === "deleteRow")
    await query(url, "DELETE FROM tallybox.master_article WHERE code = $1", [one.code]);
  else await putRow(url, one.code, { ...one, changedAt: one.isTimed ? "now()" : "'2001-01-01'" });
}

const cut = () =>
  query(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tallybox'");

/** Articles that do not have the values of the head office. */
const differing = (server: TestServer) =>
  rowsOf(
    server,
    `SELECT a.code, a.name, m.name AS owned, c.name AS category, m.category AS ownedCategory
     FROM article a JOIN masterArticle m ON m.tenantId = a.tenantId AND m.code = a.code
     JOIN articleCategory c ON c.oid = a.categoryId
     WHERE a.deleted = 0 AND (m.name <> a.name OR m.categoryKey <> c.nameKey)`,
  );

/** Resolves when the site has read everything after a time. */
async function untilRead(server: TestServer): Promise<void> {
  const before = Date.now();
  await cut();
  await eventually(async () => {
    const { state, masterData } = await officeStatus(server);
    expect(state).toBe("current");
    expect(Date.parse(masterData.readAt ?? "")).toBeGreaterThan(before);
    const rows = await query(
      url,
      "SELECT code, name, category FROM tallybox.master_article WHERE name IS NULL OR length(name) <= 200",
    );
    const stored = rowsOf(server, "SELECT code, name, category FROM masterArticle");
    expect(stored).toEqual(expect.arrayContaining(rows));
    expect(differing(server)).toEqual([]);
  });
}

test("whatever is edited at the site and in the head office, owned fields have the head office's values", async () => {
  const server = await startServer({ settings: { HEAD_OFFICE_URL: site } });
  const editor = new Editor(server.admin);
  await eventually(async () => expect((await officeStatus(server)).masterData.readAt).not.toBe(null));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(edit, officeStep), { minLength: 5, maxLength: 20 }),
      fc.array(edit, { minLength: 5, maxLength: 15 }),
      async (mixed, edits) => {
        for (const one of mixed) {
          if (one.kind === "row" || one.kind === "deleteRow" || one.kind === "cut") await changeOffice(one);
          else await editor.do(one);
        }
        await untilRead(server);
        for (const one of edits) {
          await editor.do(one);
          expect(differing(server), JSON.stringify(one)).toEqual([]);
        }
      },
    ),
    { numRuns: times(5) },
  );
});
