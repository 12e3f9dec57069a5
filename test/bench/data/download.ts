import { type Article, type DataSet, type Item, inventoryId, type Named } from "./shape.ts";

interface Detail {
  category: Named;
  type: Named;
  state: Named;
}

/** Reads the data of the other targets from the running product, through its API alone. */
export async function download(port: number, token: string): Promise<DataSet> {
  async function get<T>(path: string): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`GET ${path} of the product: ${response.status}`);
    return (await response.json()) as T;
  }
  async function catalogue(key: "categoryId" | "typeId" | "stateId", name: keyof Detail): Promise<Named[]> {
    const first = new Map(articles.map((article) => [article[key], article.oid]));
    return Promise.all(
      [...first.values()].map(async (oid) => {
        const detail = await get<Detail>(`/api/articles/${oid}`);
        return detail[name];
      }),
    );
  }
  const articles = await get<Article[]>("/api/articles");
  return {
    articles: articles.toSorted((a, b) => a.oid - b.oid),
    categories: await catalogue("categoryId", "category"),
    types: await catalogue("typeId", "type"),
    states: await catalogue("stateId", "state"),
    items: await get<Item[]>(`/api/inventories/${inventoryId}/items`),
  };
}
