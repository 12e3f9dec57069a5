import { expect, test } from "vitest";
import { call, withQueryText } from "../../../src/web/api/call.ts";
import { formBody } from "../../../src/web/api/send-request.ts";

test("a call fills the path, and gives the rest of its input as the query", () => {
  expect(call("GET /api/articles/{id}", { id: 3 })).toEqual({ method: "GET", path: "/api/articles/3" });
  const page = call("GET /api/articles/page", { q: "drill & bit", limit: 5, noPlace: false });
  expect(page.path).toBe("/api/articles/page?q=drill%20%26%20bit&limit=5&noPlace=false");
});

test("a part of the path is escaped", () => {
  const { path } = call("GET /api/inventories/operations/{operationId}", { operationId: "a/b?c" });
  expect(path).toBe("/api/inventories/operations/a%2Fb%3Fc");
});

test("what is undefined or null is left out of the query, and an empty text is not", () => {
  const path = (since?: string) => call("GET /api/inventories/{id}/items", { id: 1, since }).path;
  expect(path(undefined)).toBe("/api/inventories/1/items");
  expect(path("")).toBe("/api/inventories/1/items?since=");
});

test("a body is no part of the query", () => {
  const request = call("PUT /api/articles/{id}", { id: 3, body: { name: "Drill" } });
  expect(request).toEqual({ method: "PUT", path: "/api/articles/3", body: { name: "Drill" } });
});

test("text of an address is added to the query", () => {
  const page = call("GET /api/articles/page", { limit: 1 });
  expect(withQueryText(page, new URLSearchParams({ sort: "-name" })).path).toBe(
    "/api/articles/page?limit=1&sort=-name",
  );
  expect(withQueryText(page, new URLSearchParams()).path).toBe("/api/articles/page?limit=1");
});

test("a form holds its fields as text, and its file by name", () => {
  const form = formBody({ articleId: 3, userId: undefined, photo: new Blob(["x"]) }, "x.jpg");
  expect([...form.keys()]).toEqual(["articleId", "photo"]);
  expect(form.get("articleId")).toBe("3");
  expect((form.get("photo") as File).name).toBe("x.jpg");
});

test("an endpoint that is not declared, a wrong parameter and a wrong property of a response are errors of types", () => {
  // @ts-expect-error: no such endpoint
  call("GET /api/articels/{id}");
  // @ts-expect-error: the id is a number
  call("GET /api/articles/{id}", { id: "3" });
  // @ts-expect-error: the path needs an id
  call("GET /api/articles/{id}");
  type Response = import("../../../src/web/api/call.ts").ResponseOf<"GET /api/articles/{id}">;
  const names: readonly (keyof Response)[] = ["oid", "name"];
  // @ts-expect-error: an article has no `title`
  const wrong: keyof Response = "title";
  expect([...names, wrong]).toHaveLength(3);
});
